/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Transposes a tile in squares of 16 bytes, in vector registers.  A tile too
 * thin for a square is transposed row by row or column by column, or in squares
 * that extend into the next row.
 */
#include <config.h>

#include "cpu-tile.h"

/* Always inlined: GCC finds no effect in a function that only prefetches, and
 * removes calls of it. */
static inline __attribute__ ((always_inline)) void
prefetch_rows (const unsigned char *src, int64_t pitch, int64_t rows,
               int64_t width)
{
  /* Lines that contain several rows are prefetched once. */
  if (pitch <= TILE_LINE) {
    width += (rows - 1) * pitch;
    rows = 1;
  }
  for (int64_t i = 0; i < rows; i++)
    for (int64_t at = 0; at < width; at += TILE_LINE)
      __builtin_prefetch (src + i * pitch + at);
}

/* Prefetches the elements right of some rows of a tile. */
static inline __attribute__ ((always_inline)) void
prefetch_next (const struct tile *t, int64_t row, int64_t rows, int64_t element)
{
  const int64_t width = t->cols * element;

  if (t->prefetch == TILE_PREFETCH_NEXT)
    prefetch_rows (t->src + row * t->src_pitch + width, t->src_pitch, rows,
                   width);
}

/* Moves elements at one stride to places at another. */
static inline __attribute__ ((always_inline)) void
move_strided (unsigned char *to, int64_t to_pitch, const unsigned char *from,
              int64_t from_pitch, int64_t n, size_t element)
{
  /* Four at a time, so that not every address depends on the one before. */
  for (; n >= 4; n -= 4) {
    memcpy (to, from, element);
    memcpy (to + to_pitch, from + from_pitch, element);
    memcpy (to + 2 * to_pitch, from + 2 * from_pitch, element);
    memcpy (to + 3 * to_pitch, from + 3 * from_pitch, element);
    to += 4 * to_pitch;
    from += 4 * from_pitch;
  }
  for (; n > 0; n--) {
    memcpy (to, from, element);
    to += to_pitch;
    from += from_pitch;
  }
}

static inline __attribute__ ((always_inline)) void
transpose_row (const struct tile *t, int64_t i, size_t element)
{
  const int64_t e = (int64_t)element;

  move_strided (t->dst + i * e, t->dst_pitch, t->src + i * t->src_pitch, e,
                t->cols, element);
}

/* All rows at once, so that dst is written sequentially. rows: a constant in
 * each call. */
static inline __attribute__ ((always_inline)) void
transpose_rows (const struct tile t, int rows, size_t element)
{
  const int64_t e = (int64_t)element;
  const unsigned char *src = t.src;
  unsigned char *dst = t.dst;

#pragma GCC unroll 4
  for (int64_t j = 0; j < t.cols; j++) {
#pragma GCC unroll 4
    for (int i = 0; i < rows; i++)
      memcpy (dst + i * e, src + i * t.src_pitch, element);
    src += e;
    dst += t.dst_pitch;
  }
}

static inline __attribute__ ((always_inline)) void
transpose_thin (const struct tile t, size_t element)
{
  const int64_t e = (int64_t)element;

  if (t.rows == 2)
    transpose_rows (t, 2, element);
  else if (t.rows == 3)
    transpose_rows (t, 3, element);
  else if (t.rows < t.cols)
    for (int64_t i = 0; i < t.rows; i++)
      transpose_row (&t, i, element);
  else
    for (int64_t j = 0; j < t.cols; j++)
      move_strided (t.dst + j * t.dst_pitch, e, t.src + j * e, t.src_pitch,
                    t.rows, element);
}

/* Transposes a column of squares; of each square, columns [from, to). */
static inline __attribute__ ((always_inline)) void
transpose_strip (const struct tile t, int64_t col, size_t from, size_t to,
                 size_t element)
{
  const int64_t e = (int64_t)element, n = SQUARE_BYTES / e;
  const unsigned char *src = t.src + col * e;
  unsigned char *dst = t.dst + col * t.dst_pitch;
  int64_t rows = t.rows;

  for (; rows >= n; rows -= n) {
    transpose_columns (src, t.src_pitch, dst, t.dst_pitch, from, to, element);
    src += n * t.src_pitch;
    dst += n * e;
  }
  if (rows > 0) {
    src -= (n - rows) * t.src_pitch;
    dst -= (n - rows) * e;
    transpose_columns (src, t.src_pitch, dst, t.dst_pitch, from, to, element);
  }
}

/* Transposes a high tile about as wide as a square. */
static inline __attribute__ ((always_inline)) void
transpose_narrow (struct tile t, size_t element)
{
  const size_t n = SQUARE_BYTES / element, cols = (size_t)t.cols;

  if (cols >= n) {
    transpose_strip (t, 0, 0, n, element);
    if (cols > n)
      transpose_strip (t, 1, n - 1, n, element);
    return;
  }
  /* Squares extend into the next row, which the last row does not have. */
  t.rows--;
  /* The same call, but with a number that is a constant. */
  if (cols == n - 1)
    transpose_strip (t, 0, 0, n - 1, element);
  else
    transpose_strip (t, 0, 0, cols, element);
  t.src += t.rows * t.src_pitch;
  t.dst += t.rows * (int64_t)element;
  t.rows = 1;
  transpose_row (&t, 0, element);
}

/* A remainder at an end is transposed together with some of its neighbours,
 * which is cheaper than singly. */
static inline __attribute__ ((always_inline)) void
transpose_squares (const struct tile t, size_t element)
{
  const int64_t e = (int64_t)element, n = SQUARE_BYTES / e;

  for (int64_t i = 0; i < t.rows; i += n) {
    const int64_t row = i < t.rows - n ? i : t.rows - n;
    const unsigned char *src = t.src + row * t.src_pitch;
    unsigned char *dst = t.dst + row * e;
    int64_t j = 0;

    prefetch_next (&t, row, n, e);
    for (; j < t.cols - n; j += n)
      transpose_square (src + j * e, t.src_pitch, dst + j * t.dst_pitch,
                        t.dst_pitch, element);
    j = t.cols - n;
    transpose_square (src + j * e, t.src_pitch, dst + j * t.dst_pitch,
                      t.dst_pitch, element);
  }
}

static inline __attribute__ ((always_inline)) void
transpose_tile (const struct tile *t, size_t element)
{
  const int64_t n = (int64_t)(SQUARE_BYTES / element);
  struct tile squares = *t;

  if (t->rows > 2 * n && t->cols > 1 && t->cols >= n / 2 && t->cols <= n + 1) {
    transpose_narrow (*t, element);
    return;
  }
  if (t->rows < n || t->cols < n) {
    transpose_thin (*t, element);
    return;
  }
  /* A single row is cheaper by itself. */
  if (t->rows % n == 1)
    transpose_row (t, --squares.rows, element);
  transpose_squares (squares, element);
}

void
tile_transpose (const struct tile *t, size_t element)
{
  const int64_t width = t->cols * (int64_t)element;

  if (t->prefetch == TILE_PREFETCH_THIS)
    prefetch_rows (t->src, t->src_pitch, t->rows, width);
  /* Where the next tile is prefetched at the same time, memory limits the
   * speed, and low squares spread the prefetches better than high ones. */
  if (t->prefetch != TILE_PREFETCH_NEXT && tile_transpose_wide (t, element))
    return;
  /* The size is a constant in each call, so a move is one instruction. */
  switch (element) {
  case 1:
    transpose_tile (t, 1);
    break;
  case 2:
    transpose_tile (t, 2);
    break;
  case 4:
    transpose_tile (t, 4);
    break;
  case 8:
    transpose_tile (t, 8);
    break;
  default:
    transpose_tile (t, 16);
    break;
  }
}
