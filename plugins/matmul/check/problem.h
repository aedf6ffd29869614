/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The state of one problem of matmul-square or matmul-rect, and the callbacks
 * of both families: setup (problem.c), fill (fill.c), vary (vary.c) and verify
 * (verify.c).
 */
#ifndef MATMUL_PROBLEM_H
#define MATMUL_PROBLEM_H

#include <stdbool.h>

#include <gkhost/matmul.h>

#include "groups.h"

struct modular;
struct columns;
struct folds;

/* The reference of one kind of data, made by the first check that needs it. */
struct reference {
  uint64_t seed, generation; /* of the inputs that it was made from */
  uint64_t choice_seed;      /* of its random choices */
  struct modular *modular;   /* the exact product, modulo 2^32 */
  struct columns *columns;   /* some columns, in higher precision, */
  struct folds *folds;       /* and all, folded; NULL: all are among these */
};

struct matmul_state {
  gk_matmul problem;
  bool has_bias;
  struct group_division division; /* of its groups, where it has any */
  struct reference reference[GK_DATA_PERMUTATION + 1];
};

/* The buffers, in the order of setup. */
enum {
  MATMUL_A = 0,
  MATMUL_B = 1,
  MATMUL_C = 2,
  /* A problem has one of these at most. */
  MATMUL_BIAS = 3,
  MATMUL_GROUP_LINES = 3,
  MATMUL_SCALE_A = 3, /* and scale_b behind it */
};

struct matmul_sizes {
  int64_t m, n, k, batch;
  int64_t groups; /* 0: none */
  int64_t group_multiple;
  enum group_sizes group_sizes;
};

/* True where so many products are computed by a thread each.  Of fewer, each is
 * by all threads, if it is large enough. */
static inline bool
are_many_products (int64_t products)
{
  return products >= 16;
}

/* The rest of a family's setup, after the sizes.  options: parallel to
 * MATMUL_OPTIONS.  After a message, GK_SKIP where values do not go together,
 * and GK_FAIL when a matrix is too large, or without memory. */
int matmul_setup (const gk_host *host, const struct matmul_sizes *sizes,
                  const gk_value *options, gk_setup *setup);

/* The other callbacks of a family. */
int matmul_fill (const gk_host *host, void *state, gk_data data, uint64_t seed,
                 void *const *buffers);
int matmul_vary (const gk_host *host, void *state, gk_vary *vary);
int matmul_verify (const gk_host *host, void *state, gk_check *check);
void matmul_teardown (const gk_host *host, void *state);

#endif
