/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a problem adds to a product (GK_MATMUL_UPDATE): C = alpha A B + beta C +
 * bias.  References are of A B alone, and do not depend on it; where C is
 * compared with one of them, it becomes the right value of C here, and so do
 * its magnitude and its square, which bounds are relative to: the two numbers
 * that are added are like two more products of the sum.
 *
 * C's old values and the bias are random numbers, none near zero, of about the
 * size of what they are added to, so that a result without them, or with
 * those of another element, is far from right.  Each generation changes few of
 * them: some in the column of C that the change of B is in, of which each
 * element is compared.  On exact data they are integers, scaled so that C is
 * alpha times an integer, where alpha and beta are powers of two; else such
 * data is judged as other data is.
 */
#ifndef MATMUL_CHECK_UPDATE_H
#define MATMUL_CHECK_UPDATE_H

#include <stdbool.h>

#include "matmul/forms.h"
#include "matmul/matrix.h"
#include "problem.h"

/* In the row-major view. */
struct product_update {
  bool plain; /* C = A B */
  double alpha, beta;
  struct matrix before; /* C as the launch found it; no data where beta is 0 */
  struct matrix bias;   /* one row; no data: none */
};

/* Returns a problem's, whose bias is in host memory.  c: its C. */
struct product_update update_of (const gk_matmul *problem,
                                 const struct matrix *c, const void *before);

/* The inner dimension by which inputs are drawn where sums must stay below a
 * limit (exact.h, wide.h): all that is added then stays below it, too. */
int64_t update_drawn_inner (const gk_matmul *problem, bool bias);

/* The inner dimension by which errors are bounded: each operation after the
 * sum may round. */
int64_t update_bounded_inner (const struct product_update *u, int64_t inner);

/* True where C is exact on exact data: both are powers of two, or beta is 0. */
bool update_is_exact (double alpha, double beta);

/* A number in two parts, and what errors of a sum are relative to: the sums of
 * its products' magnitudes and of their squares. */
struct updated_sum {
  double high, low, magnitude, square;
};

/* Returns alpha product + beta before + bias. */
struct updated_sum update_combine (const struct product_update *u,
                                   const struct updated_sum *product,
                                   const struct updated_sum *before,
                                   const struct updated_sum *bias);

/* Turns element i, j of A B into that of C. */
struct updated_sum update_element (const struct product_update *u,
                                   const struct updated_sum *product, int64_t i,
                                   int64_t j);

/* Turns C on exact data into A B, in memory that is to be freed.  What is no
 * integer of C's type becomes NaN.  NULL without memory. */
void *update_undo (const gk_host *host, const struct product_update *u,
                   const struct matrix *c);

/* The elements of a line of C, and of the bias. */
static inline int64_t
update_bias_length (const gk_matmul *p)
{
  return p->layout_c == GK_ROW_MAJOR ? p->k : p->m;
}

/* Fills C's old values and the bias, where the problem has them. */
void update_fill (const gk_host *host, const gk_matmul *problem, gk_data data,
                  uint64_t seed, void *const *buffers);

/* Returns the number of changes of A and of B: fewer where something is added,
 * so that room for its changes remains among the ranges of a generation. */
int update_changes (bool is_needed);

/* A generation's changes of product z's old values and, for the first product,
 * of the bias. */
struct update_change {
  gk_vary *vary;
  const gk_matmul *problem; /* in the row-major view */
  int64_t z;
  int64_t column; /* in which the generation changes B, in this view */
  uint64_t seed;  /* of the product */
  uint64_t generation;
  bool noted; /* the buffers are among the ranges */
};

/* Applies them, or undoes them, which is the same. */
void update_change (const gk_host *host, const struct update_change *to);

#endif
