/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The body of cpu-threads-{i32,f32,f64}.c, which say the type of an element and
 * the name of the function.  (Included, as C has no templates.)
 */
#include <string.h>

#include "clones.h"
#include "cpu-threads.h"

enum {
  BLOCK_COLS = BLOCK_BYTES / sizeof (ELEMENT),
  TILE_COLS = TILE_BYTES / sizeof (ELEMENT)
};

/* As many elements as a tile is wide; the compiler makes of it one register or
 * more. */
typedef ELEMENT vector __attribute__ ((vector_size (TILE_BYTES), may_alias));

/* Copies a block of B, a tile's width after the other, so that the tile below
 * reads it straight through.  Past the last column: zeros. */
static void
pack (const gk_matmul *p, int64_t l, int inner, int64_t j, int cols,
      ELEMENT *out)
{
  const ELEMENT *b = (const ELEMENT *)p->b + l * p->ldb + j;

  for (int t = 0; t < cols; t += TILE_COLS) {
    const int n = cols - t < (int)TILE_COLS ? cols - t : (int)TILE_COLS;

    for (int r = 0; r < inner; r++, out += TILE_COLS) {
      memcpy (out, b + r * p->ldb + t, (size_t)n * sizeof (ELEMENT));
      if (n < (int)TILE_COLS)
        memset (out + n, 0, (TILE_COLS - (size_t)n) * sizeof (ELEMENT));
    }
  }
}

/* TILE_ROWS rows of A times a packed strip of B.  Each vector of B, once
 * loaded, serves all rows; the sums never leave the registers. */
MATMUL_CLONES static void
multiply_tile (const ELEMENT *const a[TILE_ROWS], const ELEMENT *b, int inner,
               vector tile[TILE_ROWS])
{
  const vector *line = (const vector *)b;
  vector s0 = { 0 }, s1 = { 0 }, s2 = { 0 }, s3 = { 0 }, s4 = { 0 }, s5 = { 0 };

  for (int l = 0; l < inner; l++) {
    s0 += a[0][l] * line[l];
    s1 += a[1][l] * line[l];
    s2 += a[2][l] * line[l];
    s3 += a[3][l] * line[l];
    s4 += a[4][l] * line[l];
    s5 += a[5][l] * line[l];
  }
  tile[0] = s0;
  tile[1] = s1;
  tile[2] = s2;
  tile[3] = s3;
  tile[4] = s4;
  tile[5] = s5;
}

/* Adds a tile to C, or puts it there when it is the first. */
static void
store_tile (const vector *tile, int rows, int cols, bool first, ELEMENT *c,
            int64_t ldc)
{
  for (int r = 0; r < rows; r++)
    for (int s = 0; s < cols; s++)
      c[r * ldc + s] = (first ? 0 : c[r * ldc + s]) + tile[r][s];
}

static void
multiply_block (const gk_matmul *p, int64_t i, int64_t j, int rows, int cols,
                int64_t l, int inner, const ELEMENT *packed)
{
  for (int r = 0; r < rows; r += TILE_ROWS) {
    const int tile_rows = rows - r < TILE_ROWS ? rows - r : TILE_ROWS;
    const ELEMENT *a[TILE_ROWS];

    /* Rows past the last are computed from the last one, and dropped. */
    for (int t = 0; t < TILE_ROWS; t++)
      a[t] = (const ELEMENT *)p->a + l
             + (i + r + (t < tile_rows ? t : tile_rows - 1)) * p->lda;
    for (int s = 0; s < cols; s += TILE_COLS) {
      const int tile_cols
          = cols - s < (int)TILE_COLS ? cols - s : (int)TILE_COLS;
      vector tile[TILE_ROWS];

      multiply_tile (a, packed + s * inner, inner, tile);
      store_tile (tile, tile_rows, tile_cols, l == 0,
                  (ELEMENT *)p->c + (i + r) * p->ldc + j + s, p->ldc);
    }
  }
}

void
BLOCK (const gk_matmul *p, int64_t i, int64_t j, void *room)
{
  const int rows = p->m - i < BLOCK_ROWS ? (int)(p->m - i) : BLOCK_ROWS;
  const int cols
      = p->k - j < (int)BLOCK_COLS ? (int)(p->k - j) : (int)BLOCK_COLS;

  for (int64_t l = 0; l < p->n; l += INNER) {
    const int inner = p->n - l < INNER ? (int)(p->n - l) : INNER;

    pack (p, l, inner, j, cols, room);
    multiply_block (p, i, j, rows, cols, l, inner, room);
  }
}
