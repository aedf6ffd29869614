/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A matrix product and the verdict of plugins/matmul on it, right or with what
 * a test did to it.
 */
#ifndef JUDGED_PRODUCT_H
#define JUDGED_PRODUCT_H

#include <stdbool.h>

#include <gkhost/matmul.h>

#include "fake-host.h"
#include "matmul/check/problem.h"

/* As the host's, a number that no sum is, whatever the type. */
#define PRODUCT_POISON 0x7d
#define PRODUCT_SEED 77

struct product {
  struct fake_host fake;
  gk_setup setup;
  gk_matmul *problem; /* its a, b, c and group_lines are buffers of
                         host memory */
  gk_data data;
  uint64_t generation, choice_seed; /* that verdicts are asked for */
  gk_range differing;   /* that verdicts are handed; of 0 bytes: none */
  bool plants, planted; /* the next generation has planted numbers; this has */
  void *before;         /* what c held where beta is not 0; else NULL */
  void *right;          /* what c was when it was right, padding included */
  gk_check check;       /* the last verdict's answers */
};

/* Sets up C = A B of this shape, with a leading dimension that is 3 larger than
 * it need be. */
void product_make (struct product *p, int64_t m, int64_t n, int64_t k,
                   gk_dtype dtype, gk_layout layout);
/* Likewise row-major, with B and C of other types than is usual: the names of
 * dtype_b and dtype_c. */
void product_make_mixed (struct product *p, int64_t m, int64_t n, int64_t k,
                         gk_dtype dtype, const char *dtype_b,
                         const char *dtype_c);
/* Likewise a batch of so many products, or groups. */
void product_make_batch (struct product *p, const struct matmul_sizes *sizes,
                         gk_dtype dtype, gk_layout layout);
/* Likewise one to whose product something is added. */
struct product_added {
  double alpha, beta;
  bool bias;
};
void product_make_updated (struct product *p, const struct matmul_sizes *sizes,
                           gk_dtype dtype, gk_layout layout,
                           const struct product_added *added);
/* Likewise one of e4m3 with scales, the name of an option. */
void product_make_scaled (struct product *p, const struct matmul_sizes *sizes,
                          gk_layout layout, const char *dtype_c,
                          const char *scales);
/* Fails the test unless setup skips such a problem, with what would do. */
void product_refuses (gk_dtype dtype, const char *dtype_b, const char *dtype_c);
/* Fills A and B with data, and C with their product. */
void product_fill (struct product *p, gk_data data);
/* Makes the inputs those of the next generation; C stays as it is. */
void product_vary (struct product *p);
/* Makes C right again. */
void product_restore (struct product *p);
/* Fails the test when the family did not free what it allocated. */
void product_free (struct product *p);

/* Element i, j of C; one past the end of a row (column-major: column) is
 * padding. */
void *product_at (const struct product *p, int64_t i, int64_t j);
/* Bytes of an element of C, and of C. */
size_t product_element (const struct product *p);
size_t product_bytes (const struct product *p);
/* Makes C what it is when a launch begins. */
void product_begin (struct product *p);
/* Computes q, which is p's problem or one made of it. */
void product_launch (struct product *p, const gk_matmul *q);
/* Makes C as computed from other operands than those that it is judged by. */
void product_compute (struct product *p, const void *a, const void *b);

/* Verdicts on C as it is.  Precision: what a variant would declare. */
void product_is_right (struct product *p, double precision);
bool product_passes (struct product *p, double precision);
/* Fills, and judges what is computed of that and of three generations behind it,
 * of which the second is planted where random data is. */
void product_generations_are_right (struct product *p, gk_data data);
/* The texts, ended by NULL, are in the message.  Then C is made right again. */
void product_is_wrong (struct product *p, double precision, const char *first,
                       ...) __attribute__ ((sentinel));

/* Faults that all ways to judge must find, wherever they are. */
void product_unwritten_is_found (struct product *p);
void product_touched_padding_is_found (struct product *p);
/* Of floats: NaN and infinities. */
void product_not_finite_is_found (struct product *p);

#endif
