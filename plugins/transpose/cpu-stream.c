/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Tiles turned in vector registers into a buffer in the first-level cache, and
 * from there written a whole line at a time past the caches, on all cores.
 *
 * Three things make it fast where `cpu-blocked` waits:
 * - Squares of 16 bytes a side are turned with a few shuffles: no element is
 *   moved alone.
 * - What is written lies whole in the buffer before it leaves, so that no line
 *   of dst need be read first, or come back, and rows of dst that are a power
 *   of two apart do not put each other out of the cache.
 * - A tile touches many rows, a few lines in each: too few for the processor to
 *   see a pattern.  So the next tile to the right is asked for, line by line,
 *   while this one is turned.
 */
#include <config.h>

#include <stdbool.h>
#include <string.h>

#include "cpu-turn.h"
#include "move/stream.h"
#include "variants.h"

#define LINE 64

/* Under this one core is done before the others have woken up. */
#define SMALL (INT64_C (2) << 20)

/* What fits in the caches is better left there for its next reader: it is
 * written in place, by way of the caches. */
#define LARGE (INT64_C (8) << 20)

/* Bytes of a tile's buffer: most of a first-level cache. */
#define BUFFER (32 << 10)

/* Bytes of a tile's row in src: through a buffer so many that it holds the
 * tile, in place so many that both sides of a tile fit a first-level cache (and
 * no fewer, since the processor must see them follow each other). */
#define WIDTH 512
#define WIDTH_IN_PLACE 1024

/* Shares to deal out to cores. */
#define SHARES 1024

/* The tiles of a problem. */
struct tiling {
  int64_t down, across; /* elements */
  int64_t stride;       /* bytes from one row of a buffer to the next */
  int64_t in_row, n;
  bool stream;
};

struct tile {
  int64_t rows, cols;           /* of src */
  int64_t src_pitch, dst_pitch; /* bytes */
  const unsigned char *src;
  unsigned char *dst;
  bool ahead; /* a tile follows on the right */
};

/* Asks for the part of the next tile that lies right of these rows. */
static inline void
ask_ahead (const struct tile *t, const unsigned char *src, int64_t rows,
           int64_t width)
{
  for (int64_t i = 0; i < rows; i++)
    for (int64_t at = 0; at < width; at += LINE)
      __builtin_prefetch (src + i * t->src_pitch + width + at);
}

static inline __attribute__ ((always_inline)) void
turn_tile (const struct tile *t, unsigned char *to, int64_t stride,
           size_t element)
{
  const int64_t e = (int64_t)element, n = TURN_BYTES / e;
  const int64_t rows = t->rows / n * n, cols = t->cols / n * n;

  for (int64_t i = 0; i < t->rows; i += n) {
    const unsigned char *src = t->src + i * t->src_pitch;
    const int64_t high = i < rows ? n : t->rows - i;
    int64_t j = 0;

    if (t->ahead)
      ask_ahead (t, src, high, t->cols * e);
    if (i < rows)
      for (; j < cols; j += n)
        turn_square (src + j * e, t->src_pitch, to + j * stride + i * e, stride,
                     element);
    for (; j < t->cols; j++)
      for (int64_t k = 0; k < high; k++)
        memcpy (to + j * stride + (i + k) * e, src + k * t->src_pitch + j * e,
                element);
  }
}

static void
turn (const struct tile *t, unsigned char *to, int64_t stride, size_t element)
{
  switch (element) {
  case 1:
    turn_tile (t, to, stride, 1);
    break;
  case 2:
    turn_tile (t, to, stride, 2);
    break;
  case 4:
    turn_tile (t, to, stride, 4);
    break;
  case 8:
    turn_tile (t, to, stride, 8);
    break;
  default:
    turn_tile (t, to, stride, 16);
    break;
  }
}

static void
write_out (const struct tile *t, const unsigned char *buffer, int64_t stride,
           int64_t element)
{
  const size_t bytes = (size_t)(t->rows * element);

  for (int64_t j = 0; j < t->cols; j++)
    move_stream (t->dst + j * t->dst_pitch, buffer + j * stride, bytes);
}

/* Bytes of a tile's row in dst. */
static int64_t
height (const gk_transpose *p, bool stream)
{
  if (!stream)
    return LINE;
  /* Where rows of dst begin anywhere, each piece of one has two broken lines at
   * its ends: longer pieces have fewer. */
  return p->dst_pitch * p->element % LINE == 0 ? 2 * LINE : 8 * LINE;
}

static struct tiling
make_tiling (const gk_transpose *p)
{
  const int64_t e = p->element;
  const bool stream = p->rows > LARGE / p->cols / e;
  const int64_t stride = height (p, stream);
  struct tiling t = { .down = stride / e, .stride = stride, .stream = stream };

  t.across = (stream ? WIDTH : WIDTH_IN_PLACE) / e;
  if (stream && t.across > BUFFER / stride)
    t.across = BUFFER / stride;
  t.in_row = (p->cols + t.across - 1) / t.across;
  t.n = (p->rows + t.down - 1) / t.down * t.in_row;
  return t;
}

static void
move_tile (const gk_transpose *p, const struct tiling *tiling, int64_t row,
           int64_t col, unsigned char *buffer)
{
  const int64_t e = p->element;
  const int64_t down = tiling->down, across = tiling->across;
  const struct tile t = {
    .rows = p->rows - row < down ? p->rows - row : down,
    .cols = p->cols - col < across ? p->cols - col : across,
    .src_pitch = p->src_pitch * e,
    .dst_pitch = p->dst_pitch * e,
    .src = (const unsigned char *)p->src + (row * p->src_pitch + col) * e,
    .dst = (unsigned char *)p->dst + (col * p->dst_pitch + row) * e,
    .ahead = tiling->stream && p->cols - col > across,
  };

  if (!tiling->stream) {
    turn (&t, t.dst, t.dst_pitch, p->element);
    return;
  }
  turn (&t, buffer, tiling->stride, p->element);
  write_out (&t, buffer, tiling->stride, e);
}

/* Tiles from one to before another, in the order of rows of src. */
static void
move_tiles (const gk_transpose *p, const struct tiling *tiling, int64_t from,
            int64_t to)
{
  unsigned char buffer[BUFFER] __attribute__ ((aligned (LINE)));
  int64_t row = from / tiling->in_row * tiling->down;
  int64_t col = from % tiling->in_row * tiling->across;

  for (; from < to; from++) {
    move_tile (p, tiling, row, col, buffer);
    col += tiling->across;
    if (col >= p->cols) {
      col = 0;
      row += tiling->down;
    }
  }
  move_stream_end ();
}

int
transpose_cpu_stream (const gk_host *host, const void *problem, void *state,
                      void *stream)
{
  const gk_transpose *p = problem;
  const struct tiling t = make_tiling (p);
  const int64_t shares = t.n < SHARES ? t.n : SHARES;
  const int64_t each = t.n / shares, more = t.n % shares;

  (void)host, (void)state, (void)stream;
  if (p->rows <= SMALL / p->cols / p->element) {
    move_tiles (p, &t, 0, t.n);
    return GK_OK;
  }
  /* Dealt out as cores get free: another program may hold one up. */
#pragma omp parallel for schedule(dynamic)
  for (int64_t i = 0; i < shares; i++) {
    const int64_t from = i * each + (i < more ? i : more);

    move_tiles (p, &t, from, from + each + (i < more));
  }
  return GK_OK;
}
