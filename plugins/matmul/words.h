/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A matrix of any dtype as words modulo 2^32.
 */
#ifndef MATMUL_WORDS_H
#define MATMUL_WORDS_H

#include <stdbool.h>

#include <gkhost/plugin.h>

/* A matrix. */
struct matrix {
  gk_dtype dtype; /* floats: of integers, as exact.h makes them */
  const void *data;
  int64_t rows, cols;
  int64_t ld;   /* elements from one row to the next, and */
  int64_t step; /* within a row: 1 but for column-major ones */
};

/* The matrix of a layout, whose leading dimension is ld. */
struct matrix matrix_make (gk_dtype dtype, gk_layout layout, const void *data,
                           int64_t rows, int64_t cols, int64_t ld);

/* Elements that the functions below take at a time, at most. */
enum { WORDS = 256 };

/* Rows of a part, at most; and room for one. */
enum { PART_ROWS = 16 };
struct part_room {
  uint64_t elements[PART_ROWS * WORDS];
};

/* Rows [i, i + rows) of columns [j, j + cols), at most WORDS, as a matrix whose
 * rows lie side by side: in place, or copied to room. */
struct matrix matrix_part (const struct matrix *matrix, int64_t i, int rows,
                           int64_t j, int cols, struct part_room *room);

/* Elements [j, j + n) of row i as words: those in place, or room filled.  False
 * when one of them is not an integer under 2^31 in magnitude; what it yields
 * then has no meaning. */
bool words_of (const struct matrix *matrix, int64_t i, int64_t j, int n,
               uint32_t room[WORDS], const uint32_t **words);

/* One element as a word, which it must be. */
uint32_t words_one (const struct matrix *matrix, int64_t i, int64_t j);

/* One element as a number. */
double words_number (const struct matrix *matrix, int64_t i, int64_t j);

/* Address of an element. */
const void *words_at (const struct matrix *matrix, int64_t i, int64_t j);

#endif
