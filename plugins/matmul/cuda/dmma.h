/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The parameters of dmma's kernels, and the list of kernels.
 */
#ifndef MATMUL_DMMA_H
#define MATMUL_DMMA_H

#include <gkhost/matmul.h>

#include "cuda/prepared.cuh"
#include "matmul/forms.h"
#include "stream-k.h"

/* What a kernel computes.  A B of one product has all tiles, the others have
 * few, and kernels of their own, so that its code stays as it is. */
enum dmma_form {
  DMMA_PLAIN,
  DMMA_UPDATED, /* alpha A B + beta C + bias */
  DMMA_BATCHED  /* A B of each product of a batch */
};

static inline enum dmma_form
dmma_form_of (const gk_matmul *p)
{
  if (p->batch > 1)
    return DMMA_BATCHED;
  return matmul_is_updated (p, p->bias != NULL) ? DMMA_UPDATED : DMMA_PLAIN;
}

/* Its lines, rows of A or columns of B, have as many elements as the inner
 * dimension. */
struct dmma_operand {
  const double *at;
  int64_t pitch; /* elements from one row in memory to the next */
  int64_t apart; /* bytes from one of a thread's copies to the next, */
  int64_t on;    /* and from a step's last one to the next step's first */
  int lines;
  /* Rows in memory, of each product, begin at multiples of 16 bytes. */
  bool aligned;
};

/* A kernel's parameter.  C is row-major. */
struct dmma_task {
  struct dmma_operand a, b;
  double *c;
  int64_t ldc;
  int inner;
  int stages;
  bool aligned; /* rows of C, of each product, begin at multiples of 16 bytes */
  struct stream_k tiles;
  double *partials; /* one for each block that shares */
  unsigned *ready;  /* for each of its warps: 1 when its partial sums are there;
                       0 between launches */
  const unsigned *only_if; /* in device memory: the kernel computes unless that
                              is 0; NULL: always */
};

/* What else C gets: alpha A B + beta C + bias. */
struct dmma_update {
  double alpha, beta;
  const double *bias; /* one of each column; NULL: none */
};

/* Of kernels that compute that.  Others are not passed this: with a longer
 * parameter they become other code. */
struct dmma_update_task : dmma_task {
  struct dmma_update update;
};

/* Of kernels for batches: elements from one product's matrix to the next. */
struct dmma_batch_task : dmma_task {
  int64_t stride_a, stride_b, stride_c;
};

enum { dmma_most_stages = 7 };

/* The choices of the tunable, in this order: rows x columns of C. */
enum dmma_tile {
  DMMA_AUTO,
  DMMA_128x128,
  DMMA_128x64,
  DMMA_64x64,
  DMMA_64x32,
  DMMA_32x32,
  DMMA_32x16,
  DMMA_MANY_128x128, /* of the kernels for batches */
  DMMA_MANY_64x64,
  DMMA_MANY_32x32
};
#define DMMA_TILE_NAMES                                                        \
  "auto", "128x128", "128x64", "64x64", "64x32", "32x32", "32x16",             \
      "many-128x128", "many-64x64", "many-32x32"

/* One of the kernels. */
struct dmma_kernel {
  const void *kernel;
  int rows, cols, step; /* of a tile, and the inner dimension of a stage */
  int threads, warps;   /* of a block; warps: that multiply */
  int blocks;           /* per multiprocessor, as compiled */
  int least_stages;
  /* Bytes of shared memory: of a stage, of the rest, and static ones. */
  int stage, besides, fixed;
  int apart_a, apart_b; /* with cp.async: rows in memory from one of a thread's
                           copies to the next */
};

/* Whether an operand is MN-major, as a type. */
template <bool value> struct dmma_major {
  static const bool mn = value;
};

/* Calls find (dmma_major of A, of B). */
template <typename F>
static inline struct dmma_kernel
dmma_by_layout (const gk_matmul *p, const F &find)
{
  const dmma_major<false> k;
  const dmma_major<true> mn;
  const bool mn_b = p->layout_b == GK_ROW_MAJOR;

  if (p->layout_a == GK_ROW_MAJOR)
    return mn_b ? find (k, mn) : find (k, k);
  return mn_b ? find (mn, mn) : find (mn, k);
}

/* The kernel of that tile that loads by cp.async, if there is one, and the one
 * that loads by TMA, for a problem whose C is row-major.  Those with alpha,
 * beta and bias, and those for batches, have few tiles. */
struct dmma_kernel dmma_by_cp_async (const gk_matmul *p, int tile);
struct dmma_kernel dmma_by_tma (const gk_matmul *p, int tile);

/* The launch of one of the latter, like prepared_make. */
int dmma_make_tma (const gk_host *host, const gk_matmul *p,
                   const struct dmma_kernel *kernel,
                   const struct dmma_update_task *task,
                   const struct prepared_shape *shape, void **state);

/* For prepare of a variant that leaves some problems to this one at run time:
 * it computes only if *only_if is not 0 then.  The state is one of prepared.h.
 */
int dmma_make_only_if (const gk_host *host, const gk_device *device,
                       const gk_matmul *problem, const unsigned *only_if,
                       void **state);

#endif /* MATMUL_DMMA_H */
