/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Some columns of a floating-point product recomputed in twice the precision of
 * double, and how far C is from them.
 *
 * The measure is |c - exact| / (|A||B|), element by element, where |A||B| sums
 * the magnitudes of the products.  With a unit roundoff of u it is at most
 * about n u, for any data and any order of summation.  But that worst case is
 * useless as a bound: at n = 4096 it lets pass f32 results that were multiplied
 * in TF32, whose own ratio is near 2^-11 / sqrt (n), as the errors of products
 * of random sign cancel.  On such data errors of summation hardly grow either:
 * summed one after the other, the k-th partial sum is near sqrt (k) times a
 * product and loses u times that, so that n of these errors, of random sign,
 * come to n u times a product, or some 0.4 u of |A||B|, whatever n is; other
 * orders lose less.  The worst of 10^5 elements is near 2 u.  Hence the bound
 * of min (n + 1, 8) u, which catches TF32 for n up to some 10^7.
 */
#ifndef MATMUL_COLUMNS_H
#define MATMUL_COLUMNS_H

#include "words.h"

struct columns;

/* Chooses columns of A B and computes them; NULL without memory. */
struct columns *columns_make (const gk_host *host, const struct matrix *a,
                              const struct matrix *b, uint64_t seed);
void columns_free (const gk_host *host, struct columns *columns);

/* The bound that arithmetic of this unit roundoff stays under. */
double columns_bound (int64_t n, double precision);

struct columns_fault {
  double worst;     /* the largest ratio; infinity where |A||B| is zero and C
                       is not, or C is no number */
  int64_t i, j;     /* the first element over the bound */
  double right;     /* what it should have been */
  double ratio;     /* its ratio */
  uint64_t checked; /* elements that were compared */
};

/* True when all elements of these columns are within the bound. */
bool columns_check (const struct columns *columns, const struct matrix *c,
                    double bound, struct columns_fault *fault);

#endif
