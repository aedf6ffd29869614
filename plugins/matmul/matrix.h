/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The addresses of a matrix's elements, for any dtype and layout.
 */
#ifndef MATMUL_MATRIX_H
#define MATMUL_MATRIX_H

#include <gkhost/matmul.h>

/* The scales that elements are multiplied by: element i, j by
 * at[i / rows * down + j / cols * across].  at: NULL where there are none. */
struct matrix_scales {
  const float *at;
  int64_t rows, cols, down, across;
};

struct matrix {
  gk_dtype dtype;
  const void *data;
  int64_t rows, cols;
  int64_t ld;   /* elements from one row to the next */
  int64_t step; /* elements from one column to the next: 1 except in
                   column-major */
  struct matrix_scales scales;
};

/* ld: the leading dimension in this layout. */
struct matrix matrix_make (gk_dtype dtype, gk_layout layout, const void *data,
                           int64_t rows, int64_t cols, int64_t ld);

/* The factors of a problem, with their scales.  Their contents are not read. */
struct matrix matrix_of_a (const gk_matmul *problem);
struct matrix matrix_of_b (const gk_matmul *problem);

/* Address of an element. */
const void *matrix_at (const struct matrix *matrix, int64_t i, int64_t j);

/* One element's scale, and the element as a number, scaled, which a double
 * represents exactly. */
float matrix_scale (const struct matrix *matrix, int64_t i, int64_t j);
double matrix_number (const struct matrix *matrix, int64_t i, int64_t j);

/* The largest part, and memory for one. */
enum { PART_ROWS = 16, PART_COLS = 256 };
struct part_room {
  uint64_t elements[PART_ROWS * PART_COLS];
};

/* Returns rows [i, i + rows) of columns [j, j + cols) as a matrix whose rows
 * are contiguous and which has no scales: in place, or copied to room; scaled
 * elements as doubles. */
struct matrix matrix_part (const struct matrix *matrix, int64_t i, int rows,
                           int64_t j, int cols, struct part_room *room);

#endif /* MATMUL_MATRIX_H */
