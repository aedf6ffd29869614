/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Packing and the tile for one width of vectors.  cpu-threads-widths.h includes
 * this once a width, and says what differs: TARGET, NAME, VECTOR_BYTES, ROWS
 * and VECTORS, those of a row of the tile.
 */

typedef ELEMENT NAME (vector)
    __attribute__ ((vector_size (VECTOR_BYTES), may_alias));
typedef ELEMENT NAME (unaligned)
    __attribute__ ((vector_size (VECTOR_BYTES), aligned (sizeof (ELEMENT)),
                    may_alias));

enum {
  NAME (COLS) = VECTORS * VECTOR_BYTES / sizeof (ELEMENT),
  NAME (LANES) = VECTOR_BYTES / sizeof (ELEMENT)
};

/* The rows side by side: a step of all of them is in one place. */
static void
NAME (pack_a) (const gk_matmul *p, int64_t i, int64_t l, int inner, void *out)
{
  const int64_t rows = p->m - i < ROWS ? p->m - i : ROWS;

  for (int r = 0; r < ROWS; r++) {
    const ELEMENT *from = (const ELEMENT *)p->a + (i + r) * p->lda + l;
    ELEMENT *to = (ELEMENT *)out + r;

    for (int s = 0; s < inner; s++)
      to[s * ROWS] = r < rows ? from[s] : 0;
  }
}

TARGET static void
NAME (pack_b) (const gk_matmul *p, int64_t j, int64_t l, int inner, void *out)
{
  const ELEMENT *from = (const ELEMENT *)p->b + l * p->ldb + j;
  ELEMENT *to = out;
  const size_t cols = (size_t)(p->k - j);

  for (int s = 0; s < inner; s++, from += p->ldb, to += NAME (COLS))
    if (cols >= NAME (COLS)) {
      memcpy (to, from, NAME (COLS) * sizeof (ELEMENT));
    } else {
      memcpy (to, from, cols * sizeof (ELEMENT));
      memset (to + cols, 0, (NAME (COLS) - cols) * sizeof (ELEMENT));
    }
}

/* The sums never leave the registers: each vector of B, once loaded, serves all
 * rows, and each element of A all vectors of a row. */
TARGET static void
NAME (tile) (int inner, const ELEMENT *a, const ELEMENT *b, ELEMENT *c,
             int64_t ldc, bool first)
{
  const NAME (vector) *line = (const NAME (vector) *)(const void *)b;
  NAME (vector) sum[ROWS][VECTORS] = { 0 };

  /* C arrives from memory while the sums are made. */
#pragma GCC unroll 16
  for (int r = 0; r < ROWS; r++)
#pragma GCC unroll 4
    for (int v = 0; v < VECTORS; v++)
      __builtin_prefetch (c + r * ldc + v * NAME (LANES), 1);
  for (int s = 0; s < inner; s++, a += ROWS, line += VECTORS) {
    __builtin_prefetch (a + 16 * ROWS);
#pragma GCC unroll 16
    for (int r = 0; r < ROWS; r++)
#pragma GCC unroll 4
      for (int v = 0; v < VECTORS; v++)
        sum[r][v] += a[r] * line[v];
  }
#pragma GCC unroll 16
  for (int r = 0; r < ROWS; r++)
#pragma GCC unroll 4
    for (int v = 0; v < VECTORS; v++) {
      NAME (unaligned) *to
          = (NAME (unaligned) *)(void *)(c + r * ldc + v * NAME (LANES));

      if (!first)
        sum[r][v] += *to;
      *to = sum[r][v];
    }
}

TARGET static void
NAME (multiply) (const gk_matmul *p, int64_t i, int64_t j, int inner,
                 const void *a, const void *b, bool first)
{
  const int64_t rows = p->m - i, cols = p->k - j;
  ELEMENT *c = (ELEMENT *)p->c + i * p->ldc + j;

  if (rows >= ROWS && cols >= (int)NAME (COLS)) {
    NAME (tile) (inner, a, b, c, p->ldc, first);
  } else {
    /* A tile that sticks out of C is made beside it. */
    ELEMENT whole[ROWS * NAME (COLS)];

    NAME (tile) (inner, a, b, whole, NAME (COLS), true);
    for (int r = 0; r < ROWS && r < rows; r++)
      for (int s = 0; s < (int)NAME (COLS) && s < cols; s++)
        c[r * p->ldc + s]
            = (first ? 0 : c[r * p->ldc + s]) + whole[r * NAME (COLS) + s];
  }
}

static const struct cpu_threads_kernel NAME (kernel) = {
  .rows = ROWS,
  .cols = NAME (COLS),
  .element = sizeof (ELEMENT),
  .pack_a = NAME (pack_a),
  .pack_b = NAME (pack_b),
  .multiply = NAME (multiply),
};

#undef TARGET
#undef NAME
#undef VECTOR_BYTES
#undef ROWS
#undef VECTORS
