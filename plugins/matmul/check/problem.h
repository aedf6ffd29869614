/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The state of one problem of either family, and how it is set up.
 */
#ifndef MATMUL_PROBLEM_H
#define MATMUL_PROBLEM_H

#include <stdbool.h>

#include <gkhost/matmul.h>

struct modular;
struct columns;

/* What is right for one kind of data, made when first asked for. */
struct reference {
  uint64_t seed, generation; /* of the inputs it was made from */
  uint64_t choice_seed;      /* of what it chose to look at */
  struct modular *modular;   /* exact products, modulo 2^32 */
  struct columns *columns;   /* some columns in double-double */
};

struct matmul_state {
  gk_matmul problem;
  struct reference reference[GK_DATA_WIDE + 1];
};

/* The buffers, in the order of setup. */
enum { MATMUL_A = 0, MATMUL_B = 1, MATMUL_C = 2 };

/* The rest of a family's setup, once it knows the sizes.  layout: the option's
 * value.  pad: elements after each row or column of each matrix. */
int matmul_setup (const gk_host *host, int64_t m, int64_t n, int64_t k,
                  gk_dtype dtype, gk_layout layout, int64_t pad,
                  gk_setup *setup);

/* The other callbacks of a family. */
int matmul_fill (const gk_host *host, void *state, gk_data data, uint64_t seed,
                 void *const *buffers);
int matmul_vary (const gk_host *host, void *state, gk_vary *vary);
int matmul_verify (const gk_host *host, void *state, gk_check *check);
void matmul_teardown (const gk_host *host, void *state);

#endif
