/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Packing and the register tile for one width of vectors. cpu-threads-widths.h
 * and cpu-threads-bytes.h include this file once for each width, after defining
 * what differs: TARGET, FOR_WIDTH, VECTOR_BYTES, and the tile's ROWS and
 * VECTORS (of a row); and, where widths differ in it, how elements of the type
 * SOURCE become a word of the type ELEMENT (GROUP, WORD) and how words are
 * multiplied (MULTIPLY_ADD, OFFSET, PANEL_A, PANEL_B).
 */

typedef ELEMENT FOR_WIDTH (vector)
    __attribute__ ((vector_size (VECTOR_BYTES), may_alias));
typedef ELEMENT FOR_WIDTH (unaligned)
    __attribute__ ((vector_size (VECTOR_BYTES), aligned (sizeof (ELEMENT)),
                    may_alias));

enum {
  FOR_WIDTH (COLS) = VECTORS * VECTOR_BYTES / sizeof (ELEMENT),
  FOR_WIDTH (LANES) = VECTOR_BYTES / sizeof (ELEMENT),
  FOR_WIDTH (PIECE) = 16, /* words of a line that are packed at a time */
  FOR_WIDTH (LATE) = 64   /* last steps of a tile, during which C is
                             prefetched */
};

/* A line's last word, where it has fewer elements than a word. */
TARGET static inline ELEMENT
FOR_WIDTH (last_word) (const SOURCE *from, int64_t step, int elements)
{
  SOURCE group[GROUP] = { 0 };

  for (int g = 0; g < elements; g++)
    group[g] = from[g * step];
  return WORD (group, 1);
}

/* Packs a step of lines that are contiguous to each other.  Here and below:
 * width, a constant in each call. */
TARGET static inline __attribute__ ((always_inline)) void
FOR_WIDTH (pack_step) (const SOURCE *from, int64_t step, int width, ELEMENT *to)
{
#pragma omp simd
  for (int i = 0; i < width; i++)
    to[i] = WORD (from + i, step);
}

TARGET static inline __attribute__ ((always_inline)) void
FOR_WIDTH (pack_steps) (const struct cpu_threads_lines *l, int width,
                        ELEMENT *to)
{
  const SOURCE *from = l->from;
  const int lines = l->lines < width ? l->lines : width;

  for (int left = l->inner; left > 0; left -= GROUP, to += width) {
    if (left >= GROUP && lines == width)
      FOR_WIDTH (pack_step) (from, l->step, width, to);
    else
      for (int i = 0; i < lines; i++)
        to[i] = FOR_WIDTH (last_word) (from + i, l->step,
                                       left < GROUP ? left : GROUP);
    from += GROUP * l->step;
  }
}

/* Packs words of a line whose elements are contiguous, each to its step. */
TARGET static inline __attribute__ ((always_inline)) void
FOR_WIDTH (pack_piece) (const SOURCE *from, int elements, int width,
                        ELEMENT *to)
{
  const int whole = elements / GROUP;
  ELEMENT words[FOR_WIDTH (PIECE)];

  if (whole >= FOR_WIDTH (PIECE)) {
#pragma omp simd
    for (int s = 0; s < FOR_WIDTH (PIECE); s++)
      words[s] = WORD (from + s * GROUP, 1);
    for (int s = 0; s < FOR_WIDTH (PIECE); s++)
      to[s * width] = words[s];
    return;
  }
  for (int s = 0; s < whole; s++)
    to[s * width] = WORD (from + s * GROUP, 1);
  if (elements % GROUP > 0)
    to[whole * width]
        = FOR_WIDTH (last_word) (from + whole * GROUP, 1, elements % GROUP);
}

/* Packs piece by piece of all lines, so that the output stays in the
 * first-level cache. */
TARGET static inline __attribute__ ((always_inline)) void
FOR_WIDTH (pack_lines) (const struct cpu_threads_lines *l, int width,
                        ELEMENT *to)
{
  const SOURCE *from = l->from;
  const int lines = l->lines < width ? l->lines : width;
  const int elements = FOR_WIDTH (PIECE) * GROUP;

  for (int left = l->inner; left > 0; left -= elements) {
    for (int i = 0; i < lines; i++)
      FOR_WIDTH (pack_piece) (from + i * l->line, left, width, to + i);
    from += elements;
    to += FOR_WIDTH (PIECE) * width;
  }
}

TARGET static inline __attribute__ ((always_inline)) void
FOR_WIDTH (pack) (const struct cpu_threads_lines *l, int width, ELEMENT *to)
{
  const int steps = (l->inner + GROUP - 1) / GROUP;

  if (l->lines < width)
    memset (to, 0, (size_t)steps * (size_t)width * sizeof *to);
  if (l->line == 1)
    FOR_WIDTH (pack_steps) (l, width, to);
  else
    FOR_WIDTH (pack_lines) (l, width, to);
}

TARGET static void
FOR_WIDTH (pack_a) (const struct cpu_threads_lines *l, void *out)
{
  FOR_WIDTH (pack) (l, ROWS, out);
  PANEL_A (out, (l->inner + GROUP - 1) / GROUP, ROWS);
}

TARGET static void
FOR_WIDTH (pack_b) (const struct cpu_threads_lines *l, void *out)
{
  FOR_WIDTH (pack) (l, FOR_WIDTH (COLS), out);
  PANEL_B (out, (l->inner + GROUP - 1) / GROUP, FOR_WIDTH (COLS));
}

/* The sums stay in registers: each vector of B, once loaded, serves all rows,
 * and each word of A all vectors of a row. */
TARGET static inline __attribute__ ((always_inline)) void
FOR_WIDTH (add_steps) (int steps, const ELEMENT *a,
                       const FOR_WIDTH (vector) * b,
                       FOR_WIDTH (vector) (*sum)[VECTORS])
{
  for (int s = 0; s < steps; s++, a += ROWS, b += VECTORS) {
    __builtin_prefetch (a + 16 * ROWS);
#pragma GCC unroll 16
    for (int r = 0; r < ROWS; r++)
#pragma GCC unroll 4
      for (int v = 0; v < VECTORS; v++)
        MULTIPLY_ADD (sum[r][v], a[r], b[v]);
  }
}

TARGET static void
FOR_WIDTH (tile) (int steps, const ELEMENT *a, const ELEMENT *b, ELEMENT *c,
                  int64_t ldc, bool first)
{
  const FOR_WIDTH (vector) *line = (const FOR_WIDTH (vector) *)(const void *)b;
  const int early
      = steps > (int)FOR_WIDTH (LATE) ? steps - (int)FOR_WIDTH (LATE) : 0;
  FOR_WIDTH (vector) sum[ROWS][VECTORS] = { 0 };

  FOR_WIDTH (add_steps) (early, a, line, sum);
  /* Prefetches C during the last steps.  Prefetched earlier, it might be
   * evicted again: its rows often map to few sets of the cache, through which
   * the panels stream. */
#pragma GCC unroll 16
  for (int r = 0; r < ROWS; r++)
#pragma GCC unroll 4
    for (int v = 0; v < VECTORS; v++)
      __builtin_prefetch (c + r * ldc + v * FOR_WIDTH (LANES), 1);
  a += early * ROWS;
  FOR_WIDTH (add_steps) (steps - early, a, line + early * VECTORS, sum);
  a += (steps - early) * ROWS;
#pragma GCC unroll 16
  for (int r = 0; r < ROWS; r++)
#pragma GCC unroll 4
    for (int v = 0; v < VECTORS; v++) {
      FOR_WIDTH (unaligned) *to = (FOR_WIDTH (
          unaligned) *)(void *)(c + r * ldc + v * FOR_WIDTH (LANES));

      if (OFFSET)
        sum[r][v] += a[r];
      if (!first)
        sum[r][v] += *to;
      *to = sum[r][v];
    }
}

TARGET static void
FOR_WIDTH (multiply) (int steps, const void *a, const void *b,
                      const struct cpu_threads_tile *t)
{
  ELEMENT *c = t->c;

  if (t->rows >= ROWS && t->cols >= (int)FOR_WIDTH (COLS)) {
    FOR_WIDTH (tile) (steps, a, b, c, t->ldc, t->first);
  } else {
    /* A tile that reaches past C's edge is computed in a buffer. */
    ELEMENT whole[ROWS * FOR_WIDTH (COLS)];

    FOR_WIDTH (tile) (steps, a, b, whole, FOR_WIDTH (COLS), true);
    for (int r = 0; r < ROWS && r < t->rows; r++)
      for (int s = 0; s < (int)FOR_WIDTH (COLS) && s < t->cols; s++)
        c[r * t->ldc + s] = (t->first ? 0 : c[r * t->ldc + s])
                            + whole[r * FOR_WIDTH (COLS) + s];
  }
}

static const struct cpu_threads_kernel FOR_WIDTH (kernel) = {
  .rows = ROWS,
  .cols = FOR_WIDTH (COLS),
  .word = sizeof (ELEMENT),
  .group = GROUP,
  .vector = VECTOR_BYTES,
  .more = OFFSET ? ROWS : 0,
  .pack_a = FOR_WIDTH (pack_a),
  .pack_b = FOR_WIDTH (pack_b),
  .multiply = FOR_WIDTH (multiply),
};

#undef TARGET
#undef FOR_WIDTH
#undef VECTOR_BYTES
#undef ROWS
#undef VECTORS
