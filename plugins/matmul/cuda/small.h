/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The parameters of small's kernels (small.cuh), and the list of kernels.
 */
#ifndef MATMUL_SMALL_H
#define MATMUL_SMALL_H

#include "batch.cuh"

/* A kernel's parameter.  Its 60 bytes, at the start of the parameters, are one
 * line of the constant cache.  C is row-major; a line, a row of A or column of
 * B, has `inner` bytes. */
struct small_task {
  const unsigned char *a, *b;
  void *c;
  unsigned rows, cols;
  unsigned inner;
  unsigned pitch_a, pitch_b; /* bytes from one row in memory to the next */
  unsigned ldc;              /* elements */
  struct batch_strides strides;
};

/* Warps of a block share the inner dimension, in chunks of 64 bytes; each warp
 * has at most small_most_depth chunks. */
enum { small_warps = 8, small_most_depth = 2, small_chunk = 64 };

#ifdef __CUDACC__
#define SMALL_BOTH __host__ __device__
#else
#define SMALL_BOTH
#endif

/* The number of warps that have something to load. */
static SMALL_BOTH inline int
small_warps_of (unsigned inner, int depth)
{
  return (int)((inner + small_chunk * depth - 1) / (small_chunk * depth));
}

/* Tiles: the choices of the tunable, in this order.  The first number is lines
 * of the MN-major operand, or of A. */
enum small_tile_choice {
  SMALL_AUTO,
  SMALL_32x16,
  SMALL_32x32,
  SMALL_64x32,
  SMALL_TILES
};
#define SMALL_TILE_NAMES "auto", "32x16", "32x32", "64x32"

/* One of the kernels. */
struct small_kernel {
  void (*kernel) (const struct small_task);
  int rows, cols; /* of a tile of C */
  int threads, shared;
};

/* What a kernel is compiled for, besides the type. */
struct small_choice {
  int tile;
  int depth;                   /* chunks that a warp has in flight */
  bool mn_major_a, mn_major_b; /* that operand is MN-major */
  bool whole;                  /* no tile has an edge */
};

/* The kernels of a type.  Each type has its file (small-bf16.cu ...). */
typedef struct small_kernel small_find (const struct small_choice &choice);
small_find small_find_bf16, small_find_f16, small_find_tf32, small_find_i8,
    small_find_u8;

#endif /* MATMUL_SMALL_H */
