/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Freivalds' check: verifies C = A B without a second product, by comparing C R
 * with A (B R) for a few random vectors, the columns of R.  Every element of C
 * takes part.
 *
 * All arithmetic is modulo 2^32, and the vectors are uniform there.  The
 * probability of missing an error: let E = C - A B be nonzero, and take a
 * nonzero row of it.  Let 2^v be the largest power of two that divides all of
 * that row; v < 32.  For a random vector r the row times r is uniform over the
 * multiples of 2^v, so it is zero with probability 2^(v - 32): at worst, where
 * every error is 2^31, one half.  The vectors are independent, so whatever the
 * pattern of errors, VECTORS of them miss it with probability 2^-VECTORS at
 * most.  (Vectors of 0 and 1 would do as well for a single error, and worse in
 * general.)
 */
#ifndef MATMUL_FREIVALDS_H
#define MATMUL_FREIVALDS_H

#include "varied.h"

enum { VECTORS = 40 };

struct freivalds;

/* Draws the vectors and computes A (B R).  NULL without memory. */
struct freivalds *freivalds_make (const gk_host *host, const struct matrix *a,
                                  const struct matrix *b, uint64_t seed);
void freivalds_free (const gk_host *host, struct freivalds *f);

/* Moves A (B R) from one generation to that of A and B now.  Few rows of B
 * changed, so this computes B R in these rows, and adds A times their
 * differences.  Integer arithmetic: no error accumulates. */
void freivalds_move (struct freivalds *f, const struct matrix *a,
                     const struct matrix *b, const struct varied *from,
                     const struct varied *to);

/* Returns the number of rows of C that differ from A B; *first is the first of
 * them. */
int64_t freivalds_wrong_rows (const struct freivalds *f, const struct matrix *c,
                              int64_t *first);

#endif
