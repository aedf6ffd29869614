/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Some columns of a floating-point product recomputed in double-double
 * arithmetic (twice the precision of double), and how far C is from them.
 * bounds.h says how far it may be.
 */
#ifndef MATMUL_COLUMNS_H
#define MATMUL_COLUMNS_H

#include "vary.h"

struct columns;

/* Chooses columns of A B at random and computes them, and the one that the
 * generation of A and B varied: a change that no column shows is none.  NULL
 * without memory. */
struct columns *columns_make (const gk_host *host, const struct matrix *a,
                              const struct matrix *b, uint64_t seed,
                              const struct varied *varied);
void columns_free (const gk_host *host, struct columns *columns);

/* Computes anew what differs between the generation that the columns are of and
 * that of A and B now; false without memory. */
bool columns_move (const gk_host *host, struct columns *c,
                   const struct matrix *a, const struct matrix *b,
                   const struct varied *from, const struct varied *to);

struct columns_fault {
  double worst; /* the largest ratio; infinity where |A||B| is zero and C
                   is not, or C is not a number */
  int64_t i, j; /* the first element over the bound */
  double right; /* what it should have been */
  double ratio; /* its ratio */
  double rms;   /* the worst row's root mean square */
  int64_t rms_row;
  uint64_t checked; /* elements that were compared */
};

/* Measures C, of which each element may be off by `lost` without an error.  Of
 * an element over the bound, the first is told. */
void columns_check (const struct columns *columns, const struct matrix *c,
                    double bound, double lost, struct columns_fault *fault);

#endif
