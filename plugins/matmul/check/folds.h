/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Looks at every column of a floating-point product at little cost: column j
 * gets a random sign and belongs to one of GROUP folds, and in each row the
 * fold of C, the sum of its columns by their signs, is compared with that of
 * the exact product, which is A (B W), W being the matrix of signs.  No variant
 * knows the signs.
 *
 * The bound.  Let e be the errors of a row in the columns of a fold.  Whatever
 * they are, the fold's error has mean 0 and variance |e|^2 over the signs, and
 * exceeds t |e| with a probability of at most 2 exp (-t^2 / 2) (Hoeffding
 * 1963).  Of arithmetic that keeps to bounds.h |e| is at most the bound b of a
 * row times the root r of the sum of a^2 b^2 over the fold's products; results
 * of 16 bits add half of their last place in each column.  So a row's fold may
 * be off by FOLD_FAR b r (by chance 10^-13; b has some room besides), and the
 * root mean square of all rows' folds by b r and a little for few rows.
 *
 * What is found: an element that is off by d of the size of its sum where d
 * exceeds FOLD_FAR b sqrt (k / GROUP), and a column where d exceeds b sqrt (k /
 * GROUP).  At n = k = 128 that is 10^-4 and 1.3 10^-5 in f32, 13 % and 1.6 % in
 * TF32.
 *
 * On data that is not random columns may have sizes far apart: a sign is scaled
 * by a power of two so that the large ones do not hide the small ones.
 *
 * B W and its product are made once, of one generation.  Those of another
 * differ from them in few rows of B W, which are added, and in one row of A.
 * Nothing is accumulated from generation to generation.
 */
#ifndef MATMUL_FOLDS_H
#define MATMUL_FOLDS_H

#include "update.h"
#include "varied.h"

struct folds;

/* How far a row's fold may be off, in bounds of a row. */
#define FOLD_FAR 8.

/* Draws the signs and computes A (B W).  NULL without memory. */
struct folds *folds_make (const gk_host *host, const struct matrix *a,
                          const struct matrix *b, uint64_t seed, gk_data data,
                          const struct varied *varied);
void folds_free (const gk_host *host, struct folds *folds);

/* Moves them from one generation to that of A and B now. */
void folds_move (struct folds *folds, const struct matrix *a,
                 const struct matrix *b, const struct varied *from,
                 const struct varied *to);

struct folds_fault {
  bool found;
  int64_t i, j;      /* the worst row, and the worst element in it */
  double right;      /* its exact value */
  double off, bound; /* the row's error, or that of all rows, of r */
  bool in_all;       /* it is that of all rows */
};

/* A product, and the folds to compare it with, allowing each element an
 * absolute error of `lost`.  bound: of a row (bounds.h). */
struct folds_measured {
  const struct folds *folds;
  const struct product_update *update;
  const struct matrix *a, *b, *c;
  double bound, lost;
};

/* What rows show: the squares of the largest error and of their mean. */
struct folds_errors {
  double largest, mean;
  int64_t row; /* with the largest */
};

/* Add the errors of a row of C, and those of another part of it. */
void folds_compare (const struct folds_measured *m, int64_t i,
                    struct folds_errors *all);
void folds_join (struct folds_errors *all, const struct folds_errors *part);

/* Describes the errors of all rows. */
struct folds_fault folds_fault_of (const struct folds_measured *m,
                                   const struct folds_errors *all);

#endif
