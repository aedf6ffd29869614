/* SPDX-License-Identifier: BSD-3-Clause
 *
 * shared: what changes from `naive` is that the 256 threads of a block share
 * their reads.  They copy a 16x16 tile of A and one of B to shared memory, one
 * element of each per thread, and multiply from there before the next two
 * tiles.  Each element is read from global memory n/16 times instead of n
 * times.
 *
 * Consecutive threads compute consecutive columns, in both layouts.  With
 * row-major matrices they copy consecutive words, 16 from one piece of memory,
 * so the reads coalesce.  With column-major ones they copy words a leading
 * dimension apart, which loses most of the gain; `coalesced` fixes that.
 *
 * Elements beyond the end of a sum are copied as zeros, so sizes need not be
 * multiples of 16.  NVIDIA's programming guide explains shared memory by this
 * algorithm.
 */
#include "matmul/cuda/cuda.h"
#include "matmul/cuda/tiles.cuh"

enum { TILE = 16 };

/* Distances in elements from one row, and from one column, to the next. */
struct strides {
  int64_t row, col;
};

static __device__ strides
strides_of (gk_layout layout, int64_t ld)
{
  if (layout == GK_ROW_MAJOR)
    return { ld, 1 };
  return { 1, ld };
}

template <typename T>
static __global__ void
shared_matmul (const gk_matmul p)
{
  __shared__ T a_tile[TILE][TILE], b_tile[TILE][TILE];
  const strides sa = strides_of (p.layout_a, p.lda);
  const strides sb = strides_of (p.layout_b, p.ldb);
  const strides sc = strides_of (p.layout_c, p.ldc);
  const tile_start tile = tile_of_block (p.k, TILE, TILE);
  const int x = threadIdx.x, y = threadIdx.y;
  const int64_t row = tile.row + y, col = tile.col + x;
  /* Threads beyond the last row of A or column of B read the last one: their
   * results are not written. */
  const T *a
      = static_cast<const T *> (p.a) + min (row, p.m - 1) * sa.row + x * sa.col;
  const T *b
      = static_cast<const T *> (p.b) + y * sb.row + min (col, p.k - 1) * sb.col;
  const int tail = static_cast<int> (p.n % TILE);
  T sum = 0;

  for (int64_t l = p.n / TILE; l > 0; l--) {
    a_tile[y][x] = *a;
    b_tile[y][x] = *b;
    tiles_multiply (a_tile, b_tile, &sum);
    a += TILE * sa.col;
    b += TILE * sb.row;
  }
  if (tail > 0) {
    a_tile[y][x] = x < tail ? *a : T (0);
    b_tile[y][x] = y < tail ? *b : T (0);
    tiles_multiply (a_tile, b_tile, &sum);
  }
  if (row < p.m && col < p.k)
    static_cast<T *> (p.c)[row * sc.row + col * sc.col] = sum;
}

static int
shared_launch (const gk_host *host, const void *problem, void *, void *stream)
{
  const gk_matmul p = *static_cast<const gk_matmul *> (problem);
  const cudaStream_t s = static_cast<cudaStream_t> (stream);
  const unsigned blocks = tiles_in (p.m, p.k, TILE, TILE);
  const dim3 threads (TILE, TILE);

  if (p.dtype == GK_I32)
    shared_matmul<uint32_t><<<blocks, threads, 0, s>>> (p);
  else if (p.dtype == GK_F32)
    shared_matmul<float><<<blocks, threads, 0, s>>> (p);
  else
    shared_matmul<double><<<blocks, threads, 0, s>>> (p);
  return cuda_launched (host, cudaGetLastError ());
}

extern "C" gk_variant
matmul_square_shared_variant (void)
{
  return matmul_cuda_variant (shared_launch);
}
