/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Error bounds: how far an element of a floating-point product may be from the
 * exact value.
 *
 * The error of an element is |c - exact| / (|A||B|), where |A||B| is the sum of
 * the magnitudes of its products.  With a unit roundoff of u it is at most
 * about n u, for any data and any order of summation.  But this worst case is
 * useless as a bound: at n = 4096 it passes f32 results that were multiplied in
 * TF32, whose error is near 2^-11 / sqrt (n), because the errors of products of
 * random sign cancel.  On such data errors of summation hardly grow either: in
 * sequential summation the k-th partial sum is near sqrt (k) times a product
 * and loses u times that, so n of these errors, of random sign, add up to n u
 * times a product, which is some 0.4 u of |A||B|, whatever n is; other orders
 * lose less.  The worst of 10^5 elements is near 2 u.  Hence the bound of min
 * (n + 1, 8) u, which detects TF32 for n up to some 10^7.
 *
 * Wide and heavy data, and planted numbers, need more.  After a product that is
 * much larger than all others, each addition loses up to v of it, where v is
 * the unit roundoff of the sums, and n of these losses, of random sign, add up
 * to 0.6 v sqrt (n).  But there a single product's error is the error of the
 * sum, with nothing to cancel it, so TF32's error is near 2^-11.  The bound on
 * such data is larger by 3 v sqrt (n).  Measured: of 3 10^7 f32 elements,
 * summed sequentially with n from 60 to 2000, the worst was 1.4 v sqrt (n);
 * where vary had changed all lines, so that in each a single product
 * dominated, 1.8 v sqrt (n).  (Only on wide data is v that of 16 bits, where a
 * variant declares that it sums in these.)
 *
 * A second measure is needed where u is large: the elements themselves are near
 * 4 / (3 sqrt (n)) of |A||B|, so at u = 2^-8 and n = 65536 zeros would pass.
 * It compares with the size of the elements: for each row, the root mean square
 * of the errors over sqrt (sum a^2 b^2), the expected size of a sum of products
 * of random sign.  Zeros have 1, and a sum without a part p of its products has
 * sqrt (p).  Rounding the factors gives 0.6 u, rounding the result 0.4 u more,
 * whatever n is; truncating the factors gives 1.5 u.  Sequential summation adds
 * 0.3 v sqrt (n), where v is at most that of f32, also for products of fewer
 * bits.  With few columns the worst row is near 5 times that.  Hence the bound
 * of 8 u + 4 v sqrt (n), never over 2^-4, which a sum that lacks 1/256 of its
 * products exceeds.
 *
 * Matrix units, for factors of TF32, 16 and 8 bits, add 8 products or more to
 * an f32 sum at a time, and truncate instead of rounding: all losses are
 * towards zero, none cancels another, and each is at most 2^-23 of the sum so
 * far.  So both bounds grow by n 2^-26, which sums in f16 still exceed.
 *
 * A result of 16 bits loses up to half its last place in the final rounding.
 * That is subtracted from the error, so that the bounds apply to the sum before
 * it, at a unit roundoff of 2^-20 unless the variant declares another: at the
 * unit roundoff of the result, sums in f16 or the product of another generation
 * would pass.
 *
 * No relative error holds below the least normal of the type, t, which wide
 * data contains.  Much hardware flushes subnormals to zero, by default or by a
 * compiler's option (-ftz=true, -ffast-math), in factors, products and sums.
 * That is no error either, except for f16, which is computed in f32 (as are
 * floats of 8 bits, whose products f32 holds).  With
 * factors below q, flushing costs a product at most t q for each of its
 * factors, and t each for itself and its sum.  So the bounds allow 2 n t (q +
 * 1) for n products, which is nothing beside a sum with a normal factor in each
 * product: a row of subnormals may become zero, but not infinity or NaN.  For
 * results of f16 they allow the least subnormal, n times where the sums are
 * f16, else once.
 */
#ifndef MATMUL_BOUNDS_H
#define MATMUL_BOUNDS_H

#include <gkhost/plugin.h>

/* The unit roundoff of sums of products of these factors where the variant
 * declares none. */
double bounds_precision (gk_dtype factors);

/* The data by which a generation is judged: planted numbers are like heavy
 * data's. */
static inline gk_data
bounds_data (const gk_check *check)
{
  return (check->flags & GK_PLANT) != 0 ? (gk_data)GK_DATA_HEAVY : check->data;
}

/* The bound of an element's error in arithmetic of this unit roundoff. n: the
 * inner dimension. */
double bounds_of_element (gk_dtype factors, int64_t n, double precision,
                          gk_data data);
/* The bound of the root mean square of a row's errors. */
double bounds_of_row (gk_dtype factors, int64_t n, double precision,
                      gk_data data);

/* The most that a result of this type and exact value loses in the final
 * rounding, which is no error. */
double bounds_of_rounding (gk_dtype result, double exact);

/* The most that an element may lose below the least normal, which is no error
 * either: numbers as small are in wide data, and where vary changes a zero of
 * the data that kernels meet.  0 on other data, but for results of f16, whose
 * least normal number is large. */
double bounds_below_normal (gk_dtype factors, gk_dtype result, int64_t n,
                            double precision, gk_data data);

#endif /* MATMUL_BOUNDS_H */
