/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Where the elements of a matrix of any dtype and layout are.
 */
#ifndef MATMUL_MATRIX_H
#define MATMUL_MATRIX_H

#include <gkhost/plugin.h>

struct matrix {
  gk_dtype dtype;
  const void *data;
  int64_t rows, cols;
  int64_t ld;   /* elements from one row to the next, and */
  int64_t step; /* within a row: 1 but for column-major ones */
};

/* ld: its leading dimension in this layout. */
struct matrix matrix_make (gk_dtype dtype, gk_layout layout, const void *data,
                           int64_t rows, int64_t cols, int64_t ld);

/* Address of an element. */
const void *matrix_at (const struct matrix *matrix, int64_t i, int64_t j);

/* One element as a number. */
double matrix_number (const struct matrix *matrix, int64_t i, int64_t j);

/* A part, at most; and room for one. */
enum { PART_ROWS = 16, PART_COLS = 256 };
struct part_room {
  uint64_t elements[PART_ROWS * PART_COLS];
};

/* Rows [i, i + rows) of columns [j, j + cols) as a matrix whose elements of a
 * row lie side by side: in place, or copied to room. */
struct matrix matrix_part (const struct matrix *matrix, int64_t i, int rows,
                           int64_t j, int cols, struct part_room *room);

#endif /* MATMUL_MATRIX_H */
