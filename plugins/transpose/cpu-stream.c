/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cpu-stream: tiles are transposed in vector registers into a buffer in the L1
 * cache, and whole lines of it are written by non-temporal stores, which bypass
 * the caches; on all cores.
 *
 * It is faster than `cpu-blocked` for three reasons:
 *
 * - Squares of 16 bytes a side are transposed by a few shuffles: no element is
 *   moved singly.
 * - The buffer collects whole lines, so no line of dst is read first or read
 *   twice, and rows of dst at a power-of-two stride do not evict each other
 *   (conflict misses).
 * - A tile has many rows of a few lines each, too few for the hardware
 *   prefetcher to detect a pattern.  So software prefetches the next tile to
 *   the right, line by line, while this one is transposed.
 *
 * A problem that fits the caches uses ordinary stores, and prefetches each tile
 * at its beginning; a small one uses one core.
 */
#include <config.h>

#include <stdbool.h>
#include <string.h>

#include "cpu-tile.h"
#include "move/stream.h"
#include "variants.h"

#define LINE TILE_LINE

/* Bytes below which two loops take less time than describing a tile. */
#define TINY (2 * LINE)

/* Bytes below which one core finishes before the others have woken up. */
#define SMALL (INT64_C (2) << 20)

/* Bytes up to which a problem is better left in the caches for its next reader,
 * by ordinary stores straight to dst. */
#define LARGE (INT64_C (8) << 20)

#define L1_BYTES (32 << 10)

/* Bytes of a tile's buffer. */
#define BUFFER L1_BYTES

/* Bytes of a tile's row in src: the buffer then holds the tile, or source and
 * destination of the tile both fit the L1 cache. */
#define WIDTH 512

/* Bytes of a list that a core copies at a time. */
#define PIECE (INT64_C (1) << 18)

/* Shares that are scheduled dynamically to cores. */
#define SHARES 1024

/* The tiles of a problem. */
struct tiling {
  int64_t down, across; /* elements */
  int64_t stride;       /* bytes from one row of a buffer to the next */
  int64_t in_row, n;
  bool stream;
  enum tile_prefetch prefetch;
};

static void
size_cached (struct tiling *t, const gk_transpose *p, int64_t bytes)
{
  const int64_t e = p->element;
  /* In a long row or column the hardware prefetcher detects the pattern after a
   * while. */
  const bool thin = p->rows * e < SQUARE_BYTES || p->cols * e <= LINE;

  t->down = 2 * LINE / e;
  t->across = WIDTH / e;
  /* A thin matrix has longer tiles: fewer tiles cost less.  Those of few rows
   * don't get the full length, so that memory latency for one overlaps with
   * moving another. */
  if (p->cols < t->across && p->rows > t->down)
    t->down *= t->across / p->cols;
  else if (p->rows < t->down && p->cols > t->across)
    t->across *= 1 + t->down / p->rows / 4;
  t->prefetch
      = thin && bytes > L1_BYTES ? TILE_PREFETCH_NONE : TILE_PREFETCH_THIS;
}

static void
size_streamed (struct tiling *t, const gk_transpose *p)
{
  const int64_t e = p->element;

  /* Where rows of dst are not aligned, each piece of a row has two incomplete
   * lines at its ends: longer pieces have fewer. */
  t->stride = p->dst_pitch * e % LINE == 0 ? 2 * LINE : 8 * LINE;
  t->down = t->stride / e;
  t->across = WIDTH / e;
  if (t->across > BUFFER / t->stride)
    t->across = BUFFER / t->stride;
  t->prefetch = TILE_PREFETCH_NEXT;
}

static struct tiling
make_tiling (const gk_transpose *p, int64_t bytes)
{
  /* Rows of dst shorter than a line contain no whole one. */
  struct tiling t = { .stream = bytes > LARGE && p->rows * p->element >= LINE };

  if (t.stream)
    size_streamed (&t, p);
  else
    size_cached (&t, p, bytes);
  t.in_row = (p->cols + t.across - 1) / t.across;
  t.n = (p->rows + t.down - 1) / t.down * t.in_row;
  return t;
}

/* Returns a tile of at most this size: an element of src and its place in
 * dst. */
static struct tile
make_tile (const gk_transpose *p, int64_t row, int64_t col, int64_t down,
           int64_t across)
{
  const int64_t e = p->element;

  return (struct tile){
    .rows = p->rows - row < down ? p->rows - row : down,
    .cols = p->cols - col < across ? p->cols - col : across,
    .src_pitch = p->src_pitch * e,
    .dst_pitch = p->dst_pitch * e,
    .src = (const unsigned char *)p->src + (row * p->src_pitch + col) * e,
    .dst = (unsigned char *)p->dst + (col * p->dst_pitch + row) * e,
  };
}

/* Transposes a tile into a buffer, and writes that by non-temporal stores. */
static void
stream_tile (struct tile t, int64_t element, unsigned char *buffer,
             int64_t stride)
{
  unsigned char *const dst = t.dst;
  const int64_t dst_pitch = t.dst_pitch;

  t.dst = buffer;
  t.dst_pitch = stride;
  tile_transpose (&t, (size_t)element);
  for (int64_t j = 0; j < t.cols; j++)
    move_stream (dst + j * dst_pitch, buffer + j * stride,
                 (size_t)(t.rows * element));
}

/* Moves tiles [from, to), in the order of rows of src. */
static void
move_tiles (const gk_transpose *p, const struct tiling *tiling, int64_t from,
            int64_t to)
{
  unsigned char buffer[BUFFER] __attribute__ ((aligned (LINE)));
  int64_t row = from / tiling->in_row * tiling->down;
  int64_t col = from % tiling->in_row * tiling->across;

  for (; from < to; from++) {
    struct tile t = make_tile (p, row, col, tiling->down, tiling->across);

    t.prefetch = tiling->prefetch;
    if (t.prefetch == TILE_PREFETCH_NEXT && p->cols - col <= tiling->across)
      t.prefetch = TILE_PREFETCH_NONE;
    if (tiling->stream)
      stream_tile (t, p->element, buffer, tiling->stride);
    else
      tile_transpose (&t, p->element);
    col += tiling->across;
    if (col >= p->cols) {
      col = 0;
      row += tiling->down;
    }
  }
  if (tiling->stream)
    move_stream_end ();
}

static void
move_all (const gk_transpose *p, int64_t bytes)
{
  const struct tiling t = make_tiling (p, bytes);
  const int64_t shares = t.n < SHARES ? t.n : SHARES;
  const int64_t each = t.n / shares, more = t.n % shares;

  if (bytes <= SMALL) {
    move_tiles (p, &t, 0, t.n);
    return;
  }
  /* Scheduled dynamically, since another program may delay a core. */
#pragma omp parallel for schedule(dynamic)
  for (int64_t i = 0; i < shares; i++) {
    const int64_t from = i * each + (i < more ? i : more);

    move_tiles (p, &t, from, from + each + (i < more));
  }
}

static void
move_list (const gk_transpose *p, int64_t bytes)
{
  const unsigned char *src = p->src;
  unsigned char *dst = p->dst;

  if (bytes <= SMALL) {
    memcpy (dst, src, (size_t)bytes);
    return;
  }
#pragma omp parallel for schedule(dynamic)
  for (int64_t at = 0; at < bytes; at += PIECE) {
    const size_t n = (size_t)(bytes - at < PIECE ? bytes - at : PIECE);

    if (bytes > LARGE)
      move_stream (dst + at, src + at, n);
    else
      memcpy (dst + at, src + at, n);
    move_stream_end ();
  }
}

/* True for a matrix of one row or column without gaps: its transpose is the
 * same list of elements. */
static bool
is_list (const gk_transpose *p)
{
  return (p->rows == 1 && p->dst_pitch == 1)
         || (p->cols == 1 && p->src_pitch == 1);
}

int
transpose_cpu_stream (const gk_host *host, const void *problem, void *state,
                      void *stream)
{
  const gk_transpose *p = problem;
  const int64_t bytes = p->rows * p->cols * p->element;

  (void)host, (void)state, (void)stream;
  if (bytes <= TINY)
    return transpose_cpu_naive (host, problem, state, stream);
  if (is_list (p))
    move_list (p, bytes);
  else
    move_all (p, bytes);
  return GK_OK;
}
