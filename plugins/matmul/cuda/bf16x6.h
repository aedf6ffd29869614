/* SPDX-License-Identifier: BSD-3-Clause
 *
 * f32 products by bf16 tensor cores (bf16x6.cu): the kernels' parameter, their
 * tiles, and the choice of a tile for a problem (bf16x6-choose.c).
 */
#ifndef MATMUL_BF16X6_H
#define MATMUL_BF16X6_H

#include <stdbool.h>

#include <gkhost/matmul.h>

#include "bands.h"
#include "batch.cuh"

enum {
  bf16x6_step = 64,    /* numbers along the inner dimension */
  bf16x6_products = 6, /* of bf16, for one of f32 */
  /* Blocks of a cluster: the most that every device of 9.0 supports. */
  bf16x6_most_splits = 8,
  /* The least products of a sum: the bound of shorter sums is tighter than what
   * is known of wgmma's rounding. */
  bf16x6_least_inner = 32
};

/* Lines are rows of A or columns of B; pitch: of rows in memory. */
struct bf16x6_operand {
  const float *at;
  int64_t pitch;
  int lines;
};

/* A has the tile's rows, B its columns.  Where the tile is of C's transpose,
 * these are the problem's B and A. */
struct bf16x6_task {
  struct bf16x6_operand a, b;
  float *c;
  int64_t ldc;
  int inner, steps;
  bool transposed; /* C's rows are the tile's columns */
  bool whole_c;    /* rows begin at multiples of 16 bytes, and end there */
  int splits;      /* blocks, a cluster, that share a tile's steps */
  struct divisor of_splits;
  struct bands bands;
  struct batch_strides strides;
  const unsigned *only_if; /* in device memory: the kernel computes unless that
                              is 0; NULL: always */
  float alpha, beta;
  const float *bias; /* one of each column of C; NULL: none */
};

/* The tiles: the choices of the tunable, in this order. */
enum bf16x6_tile_choice {
  BF16X6_AUTO,
  BF16X6_128x128,
  BF16X6_128x64,
  BF16X6_64x128,
  BF16X6_64x64,
  BF16X6_64x32,
  BF16X6_32x64,
  BF16X6_TILES
};
#define BF16X6_TILE_NAMES                                                      \
  "auto", "128x128", "128x64", "64x128", "64x64", "64x32", "32x64"

/* 0: chosen by the problem. */
struct bf16x6_choice {
  int tile, splits;
};

/* How many clusters a device runs at once, by the blocks of a multiprocessor,
 * less one, and the blocks of a cluster: the multiprocessors that a cluster can
 * have are neighbours, so that large ones leave some idle. */
struct bf16x6_room {
  int clusters[2][bf16x6_most_splits + 1];
};

#ifdef __cplusplus
extern "C" {
#endif

/* Of a row-major problem: stores tiles and splits, those first that take the
 * fewest cycles by the model, at most two of each tile, and returns how many.
 * What is not 0 in `set` stays. */
int bf16x6_rank (const gk_matmul *p, const struct bf16x6_room *room,
                 const struct bf16x6_choice *set, struct bf16x6_choice *ranked,
                 int most);

#ifdef __cplusplus
}
#endif

/* For prepare, for a variant that leaves some problems to this one at run time:
 * a launch that computes only if *only_if, in device memory, is not 0 then. The
 * state is one of prepared.h. */
int bf16x6_make_only_if (const gk_host *host, const gk_device *device,
                         const gk_matmul *problem, const unsigned *only_if,
                         void **state);

#endif /* MATMUL_BF16X6_H */
