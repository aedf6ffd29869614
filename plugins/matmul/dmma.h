/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the kernels of dmma (dmma.cuh) are told, and which there are.
 */
#ifndef MATMUL_DMMA_H
#define MATMUL_DMMA_H

#include "stream-k.h"

/* Its lines, rows of A or columns of B, have as many elements as the inner
 * dimension. */
struct dmma_operand {
  const double *at;
  int64_t pitch; /* elements from one row in memory to the next */
  int64_t apart; /* bytes from one of a thread's copies to the next, */
  int64_t on;    /* and from a step's last one to the next step's first */
  int lines;
  bool wide; /* rows in memory begin at multiples of 16 bytes */
};

/* A kernel's parameter.  C is row-major. */
struct dmma_task {
  struct dmma_operand a, b;
  double *c;
  int64_t ldc;
  int inner;
  int stages;
  bool wide; /* rows of C begin at multiples of 16 bytes */
  struct stream_k tiles;
  double *partials; /* one for each block that shares */
  unsigned *left;   /* likewise: whether it lies there; zero between launches */
};

enum { dmma_most_stages = 7 };

/* The choices of the tunable, in this order: rows x columns of C. */
enum dmma_tile {
  DMMA_AUTO,
  DMMA_128x128,
  DMMA_128x128_K16,
  DMMA_128x64,
  DMMA_64x64,
  DMMA_32x32
};
#define DMMA_TILE_NAMES                                                        \
  "auto", "128x128", "128x128-k16", "128x64", "64x64", "32x32"

/* One of the kernels. */
struct dmma_kernel {
  void (*kernel) (const struct dmma_task);
  int rows, cols, step; /* of a tile, and the inner dimension of a stage */
  int threads;
  int stage, exchange; /* bytes of shared memory: of a stage, and besides */
  int apart_a, apart_b; /* rows in memory from one of a thread's copies to the
                           next */
};

#endif /* MATMUL_DMMA_H */
