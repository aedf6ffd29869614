/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which elements of A and B a generation changes, in the row-major view: some
 * of one row of A, which changes that row of C, and some of one column of B,
 * which changes that column.  All changes of an input are in one line, so that
 * C changes by more than the error of arithmetic in few bits, however long the
 * sums.  Each generation undoes the changes of the one before (vary/changes.h),
 * so the reference moves from one to any other by recomputing two rows and two
 * columns at most.
 *
 * In a batch each product changes so, by a seed of its own: a kernel that kept
 * one product's result of an earlier launch would be wrong in any other.  So
 * many changes are reported as the whole of both inputs, which are uploaded
 * again.  Planted is one product of the batch alone, since a shortcut may look
 * at a sample of them.
 *
 * In heavy data one of the places is the line's outlier, beside which all
 * others are little.
 *
 * Among zeros the same places change in the row and in the column, so that not
 * all of C stays zero, and to numbers of one sign, so that no two products
 * cancel: one element of C is then not zero.
 */
#ifndef MATMUL_VARY_H
#define MATMUL_VARY_H

#include "vary/changes.h"
#include "words.h"

/* Data in which generations are planted: with numbers 1024 times as large, of
 * e4m3, which ends at 448, 16 times, one or two of those that the generation
 * changes, in one of the inputs, since the product of two could overflow in
 * f16. */
#define PLANTED_DATA                                                           \
  (GK_BIT (GK_DATA_RANDOM) | GK_BIT (GK_DATA_NORMAL) | GK_BIT (GK_DATA_SPARSE) \
   | GK_BIT (GK_DATA_GRADED))

/* The changes of one input. */
struct varied_line {
  int64_t line; /* a row of A, or a column of B; -1: no change */
  int n;        /* number of places */
  int64_t place[CHANGES];
  uint64_t word[CHANGES]; /* random words, which select the new values */
};

/* The changes of a generation. */
struct varied {
  struct varied_line a, b;
};

/* Returns the product of a batch whose changes are planted where the
 * generation is.  seed: of the batch. */
int64_t varied_planted (const gk_host *host, uint64_t seed, uint64_t generation,
                        int64_t batch);

/* Returns the changes of A and B of these shapes; their contents are not read.
 * swapped: A is the problem's B.  seed: of the product.  most: changes of each,
 * CHANGES at most. */
struct varied varied_of (const gk_host *host, gk_data data, uint64_t seed,
                         uint64_t generation, const struct matrix *a,
                         const struct matrix *b, bool swapped, int most);

/* Sets rows to the rows of B in which two generations may differ, each once,
 * and returns their number. */
int varied_rows (const struct varied_line *from, const struct varied_line *to,
                 int64_t rows[2 * CHANGES]);

#endif
