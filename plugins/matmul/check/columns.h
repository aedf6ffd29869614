/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Verifies a floating-point product on random data: recomputes some of its
 * columns in higher precision (dots.h) and measures how far C is from them. The
 * error bounds are those of bounds.h.
 *
 * The columns are the first, the last and 14 random ones between them (all of
 * them in small products), and the one that vary changed: a change in no
 * checked column would have no effect.  No variant knows which ones.  When the
 * inputs move to another generation, only the changed row of A and column of B
 * are computed again.  For a row of A the chosen columns of B are kept, since
 * each of their elements may be in a cache line of its own.
 */
#ifndef MATMUL_COLUMNS_H
#define MATMUL_COLUMNS_H

#include "update.h"
#include "varied.h"

struct columns;

/* Chooses columns of A B at random and computes them, and the column that the
 * generation of A and B varied.  once: it is for one check, without a move;
 * there are GROUP columns then, or all of up to twice as many, among them the
 * one that varied.  Returns NULL without memory. */
struct columns *columns_make (const gk_host *host, const struct matrix *a,
                              const struct matrix *b, uint64_t seed,
                              const struct varied *varied, bool once);
/* True when they are all columns of the product. */
bool columns_are_all (const struct columns *columns, const struct matrix *b);
void columns_free (const gk_host *host, struct columns *columns);

/* Moves the columns from one generation to that of A and B now, computing only
 * what differs.  False without memory. */
bool columns_move (const gk_host *host, struct columns *c,
                   const struct matrix *a, const struct matrix *b,
                   const struct varied *from, const struct varied *to);

/* One element of C. */
struct exact_element {
  double value, magnitude, square; /* of its products: sums of magnitudes and of
                                      squares */
};

struct exact_element exact_element (const struct matrix *a,
                                    const struct matrix *b,
                                    const struct product_update *update,
                                    int64_t i, int64_t j);

struct columns_fault {
  double worst; /* largest error relative to |A||B|; infinity where |A||B| is
                   zero and C is not, or where C is NaN */
  int64_t i, j; /* first element over the bound */
  double right; /* its exact value */
  double ratio; /* its error relative to |A||B| */
  double rms;   /* root mean square of the worst row's errors */
  int64_t rms_row;
  uint64_t checked; /* elements compared */
};

/* C, and the columns to compare it with. */
struct columns_measured {
  const struct columns *columns;
  const struct product_update *update;
  const struct matrix *c;
  double bound;
  double lost;     /* absolute error that is allowed for each element, */
  double rounding; /* and relative to it (bounds_of_rounding of 1) */
};

/* What the elements that were compared show. */
struct columns_errors {
  double worst, rms;
  int64_t first, rms_row; /* the place over the bound, row by row; INT64_MAX:
                             there is none */
};

/* Add the errors of a row of C, and those of another part of it. */
void columns_compare (const struct columns_measured *m, int64_t i,
                      struct columns_errors *all);
void columns_join (struct columns_errors *all,
                   const struct columns_errors *part);

/* Describes the errors of all rows. */
struct columns_fault columns_fault_of (const struct columns_measured *m,
                                       const struct columns_errors *all);

#endif
