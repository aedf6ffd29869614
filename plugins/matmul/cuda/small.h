/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the kernels of small (small.cuh) are told, and which there are.
 */
#ifndef MATMUL_SMALL_H
#define MATMUL_SMALL_H

/* A kernel's parameter.  These 48 bytes, where parameters begin, are one line
 * of the constant cache.  C is row-major; a line, a row of A or column of B,
 * has `inner` bytes. */
struct small_task {
  const unsigned char *a, *b;
  void *c;
  unsigned rows, cols;
  unsigned inner;
  unsigned pitch_a, pitch_b; /* bytes from one row in memory to the next */
  unsigned ldc;              /* elements */
};

/* Warps of a block share the inner dimension, by chunks of 64 bytes, of which
 * each has no more than so many. */
enum { small_warps = 8, small_most_depth = 2, small_chunk = 64 };

#ifdef __CUDACC__
#define SMALL_BOTH __host__ __device__
#else
#define SMALL_BOTH
#endif

/* Warps that have something to load. */
static SMALL_BOTH inline int
small_warps_of (unsigned inner, int depth)
{
  return (int)((inner + small_chunk * depth - 1) / (small_chunk * depth));
}

/* What a tile is: the choices of the tunable, in this order.  The first number
 * is of lines of that operand which lies across, or of A. */
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

/* What a kernel is made for, besides the type. */
struct small_choice {
  int tile;
  int depth; /* chunks that a warp has in flight */
  bool mn_major_a,
      mn_major_b; /* that operand lies across the inner dimension */
  bool whole;     /* no tile has an edge */
};

/* The kernels of a type, a file each (small-bf16.cu ...). */
typedef struct small_kernel small_find (const struct small_choice &choice);
small_find small_find_bf16, small_find_f16, small_find_tf32, small_find_i8,
    small_find_u8;

#endif /* MATMUL_SMALL_H */
