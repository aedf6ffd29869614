/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Inputs on which floating-point arithmetic makes no error: integers so small
 * that every partial sum, in any order, is an integer that the type holds.  A
 * result is then right or wrong to the last bit, which finds wrong indices and
 * races that a tolerance would hide.
 */
#ifndef MATMUL_EXACT_H
#define MATMUL_EXACT_H

#include <stdbool.h>

#include <gkhost/matmul.h>

/* Inputs are integers in [-q, q]: this q for an inner dimension of n; 0 when
 * even q = 1 leaves the exact range. */
int64_t exact_range (gk_dtype dtype, int64_t n);

/* The share of inputs that are not zero; 0: any of [-q, q] is as likely as the
 * others.  A result of 16 bits holds no more than 2^8 or 2^11, which a long sum
 * even of ones exceeds.  So the longer it is, the more zeros: a sum of products
 * of random sign is then a tenth of that (one standard deviation), and its
 * largest among 2^40 under it but for one time in 10^9. */
double exact_share (gk_dtype dtype, int64_t n);

/* Whether arithmetic of this unit roundoff is exact on such inputs, too.  (What
 * multiplies in few bits adds in f32 at least.) */
bool exact_for (gk_dtype dtype, int64_t n, double precision);

#endif
