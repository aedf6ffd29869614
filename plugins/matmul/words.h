/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A matrix of any dtype as words modulo 2^32.
 */
#ifndef MATMUL_WORDS_H
#define MATMUL_WORDS_H

#include <stdbool.h>

#include <gkhost/plugin.h>

/* A row-major matrix. */
struct matrix {
  gk_dtype dtype; /* floats: of integers, as exact.h makes them */
  const void *data;
  int64_t rows, cols;
  int64_t ld;
};

/* Elements that the functions below take at a time, at most. */
enum { WORDS = 256 };

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
