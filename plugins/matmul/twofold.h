/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Dot products in twice the precision of double: each rounding error of a
 * product and of a sum is itself a double, found without error, and summed
 * apart (after Ogita, Rump and Oishi, "Accurate sum and dot product", 2005).
 *
 * These files are compiled with -ffp-contract=off: the errors are those of the
 * operations as written.
 */
#ifndef MATMUL_TWOFOLD_H
#define MATMUL_TWOFOLD_H

enum { GROUP = 8 };

/* GROUP dot products of one row. */
struct twofold {
  double high[GROUP];
  double low[GROUP];       /* what high lost */
  double magnitude[GROUP]; /* the sum of the products' magnitudes */
  double square[GROUP];    /* and of their squares */
};

/* Adds the n products of row and of each column. */
void twofold_add (struct twofold *sums, const double *row,
                  const double (*columns)[GROUP], int n);

/* Adds the n products of row and of one column, the sums being parts of one
 * dot product. */
void twofold_add_one (struct twofold *parts, const double *row,
                      const double *column, int n);

/* Makes sum s the total of those parts. */
void twofold_total (struct twofold *sums, int s, const struct twofold *parts);

#endif
