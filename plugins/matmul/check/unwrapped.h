/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Freivalds' check (freivalds.h) of products whose sums are below 2^31 in
 * magnitude, so that C is A B itself and not only its residue modulo 2^32.  Two
 * vectors are then enough, and a check takes as long as reading C.
 *
 * All arithmetic is modulo 2^64.  The probability of missing an error: let E =
 * C - A B be nonzero, and take a nonzero element e of it, which is below 2^32
 * in magnitude.  The vectors' numbers are uniform below 2^32, so the products
 * of e with them are all different modulo 2^64, and for any other numbers in
 * the vector at most one of them makes the row times the vector zero: a
 * probability of 2^-32, and of 2^-64 for both vectors.
 */
#ifndef MATMUL_UNWRAPPED_H
#define MATMUL_UNWRAPPED_H

#include "varied.h"

struct unwrapped;

/* True where the sums of A B are as small.  Floats must hold exact data
 * (exact.h), whose are. */
bool unwrapped_fits (const struct matrix *a);

/* Draws the vectors R and computes A (B R).  NULL without memory. */
struct unwrapped *unwrapped_make (const gk_host *host, const struct matrix *a,
                                  const struct matrix *b, uint64_t seed);
void unwrapped_free (const gk_host *host, struct unwrapped *u);

/* Moves A (B R) from one generation to that of A and B now, by the few rows of
 * B that changed (freivalds.h). */
void unwrapped_move (struct unwrapped *u, const struct matrix *a,
                     const struct matrix *b, const struct varied *from,
                     const struct varied *to);

/* Returns the number of rows of C that differ from A B; *first is the first of
 * them. */
int64_t unwrapped_wrong_rows (const struct unwrapped *u, const struct matrix *c,
                              int64_t *first);

#endif
