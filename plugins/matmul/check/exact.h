/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Exact data: inputs on which floating-point arithmetic makes no error.  They
 * are integers so small that every partial sum, in any order, is an integer
 * that the type represents.  A result is then right or wrong to the last bit,
 * which detects wrong indices and races that a tolerance would hide. modular.h
 * checks such results.
 */
#ifndef MATMUL_EXACT_H
#define MATMUL_EXACT_H

#include <stdbool.h>

#include <gkhost/matmul.h>

/* The inner dimension that decides on exact inputs: of a product whose sums are
 * as large as this one's.  Its scales are up to 2 each; update.h has what
 * is added.  bias: it has one. */
int64_t exact_inner (const gk_matmul *problem, bool bias);

/* Inputs are integers in [-q, q].  Returns q for an inner dimension of n; 0
 * when even q = 1 leaves the exact range. */
int64_t exact_range (gk_dtype dtype, int64_t n);

/* The share of nonzero inputs; 0: all of [-q, q] are equally likely.  A result
 * of 16 bits represents integers up to 2^8 or 2^11 only, which a long sum
 * exceeds even with inputs of one.  So longer sums get more zeros: the standard
 * deviation of a sum is a tenth of that limit, and the largest of 2^40 sums
 * exceeds it with probability 10^-9. */
double exact_share (gk_dtype dtype, int64_t n);

/* True when arithmetic of this unit roundoff is exact on such inputs.  (Units
 * that multiply in few bits add in f32 at least.) */
bool exact_for (gk_dtype dtype, int64_t n, double precision);

#endif
