/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The elements of a matrix as words modulo 2^32; floats: of integers, as
 * exact.h makes them.
 */
#ifndef MATMUL_WORDS_H
#define MATMUL_WORDS_H

#include <stdbool.h>

#include "matmul/matrix.h"

/* Elements that words_of takes at a time, at most. */
enum { WORDS = PART_COLS };

/* Elements [j, j + n) of row i as words: those in place, or room filled.  False
 * when one of them is not an integer under 2^31 in magnitude; what it yields
 * then has no meaning. */
bool words_of (const struct matrix *matrix, int64_t i, int64_t j, int n,
               uint32_t room[WORDS], const uint32_t **words);

/* One element as a word, which it must be. */
uint32_t words_one (const struct matrix *matrix, int64_t i, int64_t j);

#endif
