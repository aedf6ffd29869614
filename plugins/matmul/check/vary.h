/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which elements of A and B a generation changes, in the row-major view: some
 * of one row of A, which changes that row of C, and some of one column of B,
 * which changes that column.  All in one line, so that the change is more than
 * what arithmetic of few bits may lose, however long the sums.
 *
 * Of zeros the same places are changed in the row and in the column, lest all
 * of C stays zero, and to numbers of one sign, so that no two products cancel:
 * one element of C is then not zero.
 */
#ifndef MATMUL_VARY_H
#define MATMUL_VARY_H

#include "vary/changes.h"
#include "words.h"

/* What is changed of one input. */
struct varied_line {
  int64_t line; /* a row of A, or a column of B; -1: nothing is */
  int n;        /* places in it, ascending */
  int64_t place[CHANGES];
  uint64_t word[CHANGES]; /* random: of what each becomes */
};

/* What a generation changes. */
struct varied {
  struct varied_line a, b;
};

/* Of A and B of these shapes; what they hold is not looked at. */
struct varied varied_of (const gk_host *host, gk_data data, uint64_t seed,
                         uint64_t generation, const struct matrix *a,
                         const struct matrix *b);

#endif
