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
 * In a batch each product changes so, and each group, by a seed of its own: a
 * kernel that kept one product's result of an earlier launch would be wrong in
 * any other.  So many changes are reported as whole lines, where products are
 * few and lines contiguous, or as the whole of both inputs, which are then
 * uploaded again.  Planted is one product alone, since a shortcut may look at a
 * sample of them; a group, by its lines, as one without any has no product.
 *
 * Where there are scales, all of them change (fill-scales.h).
 *
 * In heavy data one of the places is the line's outlier, beside which all
 * others are little.
 *
 * Among zeros the same places change in the row and in the column, so that not
 * all of C stays zero, and to numbers of one sign, so that no two products
 * cancel: one element of C is then not zero.
 */
#ifndef MATMUL_VARIED_H
#define MATMUL_VARIED_H

#include <gkhost/matmul.h>

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

/* Returns the product of a problem whose changes are planted where the
 * generation is.  seed: of the problem. */
int64_t varied_planted (const gk_host *host, uint64_t seed, uint64_t generation,
                        const gk_matmul *problem);

/* The seed of a product's inputs and choices, of that of the problem: its own
 * for the first. */
static inline uint64_t
product_seed (uint64_t seed, int64_t z)
{
  return seed + (uint64_t)z * UINT64_C (0xd1342543de82ef95);
}

/* What a product's inputs are made by. */
struct product_inputs {
  uint64_t seed;
  uint64_t shape;     /* the seed of their shape: of groups, the problem's */
  int64_t first_line; /* of a group; else 0 */
  int most;           /* changes of A, and of B */
};

/* Returns those of product z, of a problem with the addresses of its buffers.
 * seed: of the problem. */
struct product_inputs varied_inputs (uint64_t seed, const gk_matmul *problem,
                                     int64_t z);

/* Returns the changes of A and B of these shapes; their contents are not read.
 * swapped: A is the problem's B. */
struct varied varied_of (const gk_host *host, gk_data data,
                         const struct product_inputs *from, uint64_t generation,
                         const struct matrix *a, const struct matrix *b,
                         bool swapped);

/* Sets rows to the rows of B in which two generations may differ, each once,
 * and returns their number. */
int varied_rows (const struct varied_line *from, const struct varied_line *to,
                 int64_t rows[2 * CHANGES]);

#endif
