/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Dot products of floats: of f64 in double-double arithmetic (double-double.h),
 * of narrower types in plain double, which takes a third of the time and is
 * precise enough:
 *
 * A product of two floats of 24 significant bits is exact in double, subnormals
 * included; one of scaled floats of 8 bits, which have 28 bits each, has an
 * error of 2^-53.  A sum of n of them is made in pieces of PART_COLS, which are
 * added, so its error is at most e = (PART_COLS + n / PART_COLS) 2^-53 of
 * |A||B|.  The bounds of an element allow 2^-23 of |A||B| at least (bounds.h),
 * which is 2^17 times as much at n = 2^20.  Those of a row allow 2^-22 sqrt (n)
 * of sqrt (sum a^2 b^2), and |A||B| is at most sqrt (n) times that.
 *
 * Folds (folds.h) sum over k columns, too: with weights of powers of two B W
 * has an error of (PART_COLS + k / PART_COLS) 2^-53 of the magnitudes in it,
 * and its product with A adds e of theirs.  These are at most sqrt (n k /
 * GROUP) times the root of the sum of a^2 b^2 in a fold, of which 2^-22 sqrt
 * (n) may be lost: at n = k = 2^20 over 2^9 times as much, even if all of these
 * errors had one sign.
 *
 * A variant may declare that it is more precise than f32.  Results of f32 then
 * fail by their rounding alone, and the bounds of narrower factors never fall
 * below n 2^-26.
 */
#ifndef MATMUL_DOTS_H
#define MATMUL_DOTS_H

#include <stdbool.h>

#include <gkhost/plugin.h>

#include "double-double.h"

/* Two rows of numbers, and a sum for each of them.  Each number that they are
 * multiplied with is loaded once for both.  Where there is one row, both are
 * the same, and one of the sums is a spare one. */
struct dots_pair {
  const double *row[2];
  struct double_double_sums *sums[2];
};

/* These add n products, PART_COLS at most, as the functions of double-double.h
 * do; of types narrower than f64, low parts stay as they are. */

void dots_add (gk_dtype dtype, const struct dots_pair *pair,
               const double (*columns)[GROUP], int n);
/* row: elements of this type. */
void dots_add_one (gk_dtype dtype, struct double_double_sums *parts,
                   const void *row, const double *column, int n);
void dots_add_fold (gk_dtype dtype, const struct dots_pair *pair,
                    const struct double_double_sums *folds, int n);

/* Like dots_add_one, for a column of powers of two, by which products are
 * exact. Magnitudes stay as they are, and where they are not needed squares,
 * too. */
void dots_add_scaled (gk_dtype dtype, struct double_double_sums *parts,
                      const void *row, const double *column, int n,
                      bool squares);

#endif
