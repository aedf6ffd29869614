/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Products on CUDA cores by kernels of several shapes (fma-tile.cuh): the
 * kernels' parameters, and the choice of a kernel for a problem (fma.cu).
 */
#ifndef MATMUL_FMA_H
#define MATMUL_FMA_H

#include <stdbool.h>

#include <gkhost/matmul.h>

#include "bands.h"
#include "batch.cuh"

enum {
  fma_least_stages = 2,
  fma_most_stages = 4,
  /* Blocks of a cluster; every device of 9.0 supports it. */
  fma_most_splits = 8,
  /* Tiles of more than one warp that the model ranks. */
  fma_most_ranked = 7
};

/* A kernel's parameter: a row-major problem. */
struct fma_task {
  const void *a, *b;
  void *c;
  int64_t lda, ldb, ldc;
  int64_t rows, cols, inner;
  int steps; /* along the inner dimension */
  struct bands bands;
  int splits; /* blocks, a cluster, that share a tile's steps */
  struct divisor of_splits;
  int stages;
  bool aligned; /* rows of A and B begin at multiples of 16 bytes */
  bool aligned_c;
  bool col_major_a, col_major_b; /* read by blocks of one warp only */
  struct batch_strides strides;
};

#ifdef __cplusplus
/* Of kernels that compute C = alpha A B + beta C + bias.  Others are not passed
 * this: with a longer parameter they become other code. */
struct fma_update_task : fma_task {
  double alpha, beta;
  const void *bias; /* one of each column; NULL: none */
};
#endif

/* The parameter for groups.  It is not a part of the task, since kernels have a
 * copy of that, and a larger one was compiled to other code. */
struct fma_groups {
  struct fma_task task; /* of the longest group, with addresses of the first */
  const int32_t *lines; /* gk_matmul's group_lines */
};

/* Tiles for elements of 4 bytes: the choices of the tunable, in this order.
 * Those of cp-async alone come last. */
enum fma_tile_choice {
  FMA_AUTO,
  FMA_128x256,
  FMA_128x128,
  FMA_128x64,
  FMA_64x64,
  FMA_64x32,
  FMA_32x32,
  FMA_32x16,
  FMA_WARP_64x64,
  FMA_WARP_32x64,
  FMA_WARP_32x32,
  FMA_WARP_16x64,
  FMA_WARP_16x16,
  FMA_MANY_96x64,
  FMA_MANY_64x64,
  FMA_MANY_32x64
};
#define FMA_TILE_NAMES                                                         \
  "auto", "128x256", "128x128", "128x64", "64x64", "64x32", "32x32", "32x16",  \
      "warp-64x64", "warp-32x64", "warp-32x32", "warp-16x64", "warp-16x16",    \
      "many-96x64", "many-64x64", "many-32x64"

/* One of the kernels. */
struct fma_kernel {
  const void *kernel;    /* NULL: there is none */
  int rows, cols, inner; /* of a tile; inner: of a step */
  int slices;            /* groups of threads that share a tile's steps */
  int threads;
  int stage, part; /* bytes of shared memory: of all slices' stages, and of
                      their sums where these pass through it */
  int blocks;      /* per multiprocessor, as the registers allow */
  const void *of_groups; /* takes a struct fma_groups; NULL: there is none */
};

/* Whether a block is one warp: then it reads operands of any layout. */
static inline bool
fma_is_alone (const struct fma_kernel *kernel)
{
  return kernel->threads == 32;
}

/* The kernels of a type.  Each type has its file (cp-async-f32.cu ...). */
typedef struct fma_kernel fma_find (int tile);
fma_find cp_async_find_f32, cp_async_find_i32, cp_async_find_f64;
/* With alpha, beta and bias. */
fma_find cp_async_find_f32_update, cp_async_find_f64_update;
/* Of a column-major B. */
fma_find cp_async_find_f32_columns;

/* The settings of a suite.  0: chosen by the problem. */
struct fma_settings {
  int tile; /* enum fma_tile_choice */
  int splits, stages, band;
};

/* The limits of a device. */
struct fma_device {
  int units; /* multiprocessors that a product has */
  int64_t all_units;
  int shared;      /* bytes of shared memory of a block, at most */
  int most_splits; /* blocks that can add up among themselves */
};

/* Whether rows of A and B begin at multiples of 16 bytes, of elements of 4
 * bytes: those that are repacked (repacked.h) do. */
static inline bool
fma_has_rows_for_tma (const gk_matmul *p)
{
  return (p->lda % 4 == 0 || p->layout_a != p->layout_c)
         && (p->ldb % 4 == 0 || p->layout_b != p->layout_c);
}

/* For a row-major problem. */
struct fma_task fma_task_of (const gk_matmul *p,
                             const struct fma_kernel *kernel,
                             const struct fma_settings *settings, int units);

/* Bytes of shared memory of a block; splits: only whether it is above 1
 * matters. */
int fma_shared_bytes (const struct fma_kernel *kernel, int stages, int splits);

/* Stores settings with each of the tiles that are possible, the one first that
 * takes the fewest cycles by the model, and returns how many.  Tile and splits
 * that are not 0 stay. */
int fma_rank_tiles (const gk_matmul *p, const struct fma_device *device,
                    fma_find *find, const struct fma_settings *settings,
                    struct fma_settings *ranked);

/* Sets tile and splits if they are 0. */
void fma_choose (const gk_matmul *p, const struct fma_device *device,
                 fma_find *find, struct fma_settings *settings);

#ifdef __cplusplus
extern "C" {
#endif
/* Of a batch, in any layout, of products so small that tiles of one warp are
 * best, and enough of them: stores the best of these, and returns the cycles
 * that the batch takes by them.  INFINITY for others, and nothing is stored. */
double fma_choose_warps (const gk_matmul *p, int64_t units, int *tile);
#ifdef __cplusplus
}
#endif

#endif /* MATMUL_FMA_H */
