/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Several launches, each of which leaves one number of each block, until one of
 * each row is left: for blocks that can't wait for each other.
 */
#ifndef REDUCE_PASSES_CUH
#define REDUCE_PASSES_CUH

#include <gkhost/reduce.h>

#include "cuda/launches.cuh"

/* What a kernel of one launch gets, as its single parameter: rows of src, which
 * follow each other, become rows of gridDim.x numbers of dst.  Each row has
 * blocks of its own, and there may be blocks behind the last row. */
struct reduce_pass {
  const void *src;
  void *dst;
  int64_t cols;
  unsigned rows;
  /* Of a row whose blocks have as many elements each: the blocks that have all
   * of them, and the elements of the one behind these. */
  unsigned full, rest;
};

typedef void reduce_kernel (const reduce_pass);

/* Threads of a block of the plain rungs. */
enum { PASS_THREADS = 256 };

static __device__ __forceinline__ unsigned
pass_row (void)
{
  return blockIdx.z * gridDim.y + blockIdx.y;
}

/* Returns the first element of this block, which has `each` of a row. */
template <typename T>
static __device__ __forceinline__ const T *
pass_elements (const reduce_pass &pass, int each)
{
  return (const T *)pass.src + pass_row () * pass.cols
         + blockIdx.x * (int64_t)each;
}

/* Returns how many elements the block has. */
static __device__ __forceinline__ unsigned
pass_count (const reduce_pass &pass, int each)
{
  return blockIdx.x < pass.full ? (unsigned)each : pass.rest;
}

/* Stores the number of this block. */
template <typename S>
static __device__ __forceinline__ void
pass_store (const reduce_pass &pass, S x)
{
  ((S *)pass.dst)[(int64_t)pass_row () * gridDim.x + blockIdx.x] = x;
}

/* Makes a list of launches, and sets `pass` to the problem's rows, for the
 * first of them.  GK_SKIP: a grid has not as many rows. */
int reduce_passes_begin (const gk_host *host, const gk_reduce *p,
                         reduce_pass *pass, launches **all);

/* Adds a launch of so many blocks for each row of `pass`, which writes to dst.
 * Then sets `pass` to the numbers that this launch leaves, as the next one
 * reads them. */
void reduce_pass_add (launches *all, reduce_pass *pass, reduce_kernel *kernel,
                      int64_t blocks, unsigned threads, void *dst);

/* Prepares launches of `first`, which reads elements of the problem, and of
 * `next`, which reads numbers of `bytes` bytes; a block reads `each` of a row.
 */
int reduce_passes_make (const gk_host *host, const gk_reduce *p,
                        reduce_kernel *first, reduce_kernel *next, int64_t each,
                        size_t bytes, void **state);

#endif /* REDUCE_PASSES_CUH */
