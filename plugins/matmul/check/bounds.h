/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How far an element of a floating-point product may be from the exact one.
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
 *
 * Not so where magnitudes are far apart: behind a product that is larger than
 * all others each addition loses up to v of it, v being the unit roundoff of
 * the sums, and n of these losses, of random sign, come to 0.6 v sqrt (n).  But
 * one product's error is then the sum's, with nothing to cancel it, so that
 * TF32's ratio is near 2^-11.  On such data 3 v sqrt (n) more is let pass.  Of
 * 3 10^7 f32 elements that were added one after the other, n being 60 to 2000,
 * the worst was at 1.4 v sqrt (n); where vary had changed all lines, so that
 * one product in each was by far the largest, at 1.8. (Only there is v that of
 * 16 bits where a variant that adds in these says so.)
 *
 * Where u is large that says little: the elements themselves are near
 * 4 / (3 sqrt (n)) of |A||B|, so that at u = 2^-8 and n = 65536 zeros would
 * pass.  A second measure is of the size of the elements: in each row, the root
 * mean square of the errors over that of the sums' expected size, which is
 * sqrt (sum a^2 b^2), that of a sum of products of random sign.  Zeros have 1,
 * and a sum that leaves out a part p of its products has sqrt (p).  Rounding
 * the factors gives 0.6 u and the result 0.4 u more, whatever n is; cutting the
 * factors off instead of rounding them, 1.5 u.  Summation in order adds
 * 0.3 v sqrt (n), where v is that of f32 or less even where products are of
 * fewer bits.  With few columns the worst row is near 5 times that.  Hence the
 * bound of 8 u + 4 v sqrt (n), never over 2^-4, which 1/256 of the products
 * left out exceeds.
 *
 * Matrix units, for factors of TF32 and 16 bits, add 8 products or more to an
 * f32 sum at a time, and cut off what it does not hold instead of rounding: all
 * losses go towards zero, none cancels another, and each is 2^-23 of the sum so
 * far at most.  So n 2^-26 more is let pass, which sums of f16 exceed still.
 *
 * Of a result of 16 bits what it loses in being rounded at last is known: half
 * its last place.  That much is no error, so that what is judged is the sum
 * before, at a unit roundoff of 2^-20 where the variant names no other: another
 * generation's product, or sums in f16, would pass at that of the result.
 *
 * Wide data has what is below the least normal of the type, t, where no ratio
 * holds.  Much hardware takes that for zero, by default or where a compiler is
 * told to (-ftz=true, -ffast-math), in factors, products and sums: no error
 * either, but of f16, which is computed in f32.  With factors under q, that
 * costs a product t q at the most for each of its factors, and t for itself and
 * for its sum.  Of n products 2 n t (q + 1) is let pass, which is nothing
 * beside a sum with a normal factor in each product: a row of nothing else may
 * come out as zero, but not as infinity or NaN.  Of f16 that is n times the
 * least subnormal if sums are of f16, or else one of it, for the result.
 */
#ifndef MATMUL_BOUNDS_H
#define MATMUL_BOUNDS_H

#include <gkhost/plugin.h>

/* The unit roundoff by which sums of products of these factors are judged where
 * the variant declares none. */
double bounds_precision (gk_dtype factors);

/* The bound that arithmetic of this unit roundoff stays under. */
double bounds_of_element (gk_dtype factors, int64_t n, double precision,
                          gk_data data);
/* Likewise that of the root mean square of a row's errors. */
double bounds_of_row (gk_dtype factors, int64_t n, double precision,
                      gk_data data);

/* What a result of this type and this exact value may lose in being rounded at
 * last, which is no error. */
double bounds_of_rounding (gk_dtype result, double exact);

/* What an element may lose below the least normal, which is no error either;
 * 0 on data that is not wide. */
double bounds_below_normal (gk_dtype factors, int64_t n, double precision,
                            gk_data data);

#endif /* MATMUL_BOUNDS_H */
