/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the kernels of small (small.cuh) are told, and which there are.
 */
#ifndef MATMUL_SMALL_H
#define MATMUL_SMALL_H

#include <stdint.h>

/* A kernel's parameter.  These 48 bytes, where parameters begin, are one line of
 * the constant cache.  C is row-major; a line, a row of A or column of B, has
 * `inner` bytes. */
struct small_task {
  const unsigned char *a, *b;
  void *c;
  unsigned rows, cols;
  unsigned inner;
  unsigned pitch_a, pitch_b; /* bytes from one row in memory to the next */
  unsigned ldc; /* elements */
};

/* The choices of the tunable, in this order: lines of X x of Y. */
enum small_tile { SMALL_AUTO, SMALL_32x32, SMALL_32x16, SMALL_64x32 };
#define SMALL_TILE_NAMES "auto", "32x32", "32x16", "64x32"

/* One of the kernels. */
struct small_kernel {
  void (*kernel) (const struct small_task);
  int rows, cols; /* of a tile */
  int threads, shared;
};

#endif /* MATMUL_SMALL_H */
