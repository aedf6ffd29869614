/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The elements of a matrix as words modulo 2^32.  Floats must hold integers, as
 * exact data does (exact.h).
 */
#ifndef MATMUL_WORDS_H
#define MATMUL_WORDS_H

#include <stdbool.h>

#include "matmul/matrix.h"

/* The most elements that words_of converts in a call. */
enum { WORDS = PART_COLS };

/* Returns elements [j, j + n) of row i as words: in place, or converted into
 * room.  False when one is not an integer below 2^31 in magnitude; the words
 * are then meaningless. */
bool words_of (const struct matrix *matrix, int64_t i, int64_t j, int n,
               uint32_t room[WORDS], const uint32_t **words);

/* Returns one element, which must be an integer, as a word. */
uint32_t words_one (const struct matrix *matrix, int64_t i, int64_t j);

#endif
