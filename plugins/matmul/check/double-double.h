/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Dot products in double-double arithmetic: a number is the unevaluated sum of
 * two doubles, the second of which is the rounding error of the first (Dekker,
 * "A floating-point technique for extending the available precision", 1971).
 * That is about twice the precision of double.  The rounding error of a sum is
 * itself a double, which Knuth's two-sum finds ("The Art of Computer
 * Programming", volume 2, 4.2.2); that of a product is one fused multiply-add.
 * These errors are summed separately, as in Dot2 (Ogita, Rump and Oishi,
 * "Accurate sum and dot product", 2005).
 *
 * These files are compiled with -ffp-contract=off: the errors are those of the
 * operations as written.
 */
#ifndef MATMUL_DOUBLE_DOUBLE_H
#define MATMUL_DOUBLE_DOUBLE_H

#include <stdbool.h>

enum { GROUP = 8 };

/* GROUP dot products with one row. */
struct double_double_sums {
  double high[GROUP];
  double low[GROUP];       /* the rounding errors of high */
  double magnitude[GROUP]; /* sum of the products' magnitudes */
  double square[GROUP];    /* sum of their squares */
};

/* Adds the n products of row with each column. */
void double_double_add (struct double_double_sums *sums, const double *row,
                        const double (*columns)[GROUP], int n);

/* Adds the n products of row with one column to GROUP partial sums of a single
 * dot product. */
void double_double_add_one (struct double_double_sums *parts, const double *row,
                            const double *column, int n);

/* The same where products are exact, as those by powers of two are; magnitudes
 * and, unless they are needed, squares stay as they are. */
void double_double_add_scaled (struct double_double_sums *parts,
                               const double *row, const double *column, int n,
                               bool squares);

/* Adds the n products of row with rows of sums, which are numbers of two parts
 * and squares; magnitudes are left as they are. */
void double_double_add_fold (struct double_double_sums *sums, const double *row,
                             const struct double_double_sums *rows, int n);

/* Sets high and low to x - y. */
void double_double_subtract (struct double_double_sums *sums,
                             const struct double_double_sums *x,
                             const struct double_double_sums *y);

/* Sets sum s to the total of these partial sums. */
void double_double_total (struct double_double_sums *sums, int s,
                          const struct double_double_sums *parts);

#endif
