/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The addresses of a matrix's elements, for any dtype and layout.
 */
#ifndef MATMUL_MATRIX_H
#define MATMUL_MATRIX_H

#include <gkhost/plugin.h>

struct matrix {
  gk_dtype dtype;
  const void *data;
  int64_t rows, cols;
  int64_t ld;   /* elements from one row to the next */
  int64_t step; /* elements from one column to the next: 1 except in
                   column-major */
};

/* ld: the leading dimension in this layout. */
struct matrix matrix_make (gk_dtype dtype, gk_layout layout, const void *data,
                           int64_t rows, int64_t cols, int64_t ld);

/* Address of an element. */
const void *matrix_at (const struct matrix *matrix, int64_t i, int64_t j);

/* One element as a number. */
double matrix_number (const struct matrix *matrix, int64_t i, int64_t j);

/* The largest part, and memory for one. */
enum { PART_ROWS = 16, PART_COLS = 256 };
struct part_room {
  uint64_t elements[PART_ROWS * PART_COLS];
};

/* Returns rows [i, i + rows) of columns [j, j + cols) as a matrix whose rows
 * are contiguous: in place, or copied to room. */
struct matrix matrix_part (const struct matrix *matrix, int64_t i, int rows,
                           int64_t j, int cols, struct part_room *room);

#endif /* MATMUL_MATRIX_H */
