/* SPDX-License-Identifier: BSD-3-Clause
 *
 * naive: the first step onto a GPU, one thread for each element of C, each with
 * the loop of cpu-naive.  Thousands of threads hide each other's latency.  That
 * is the only gain: consecutive threads, which run in one warp, compute
 * elements that follow each other down a column (in column-major memory, along
 * a row).  So their reads are a leading dimension apart, and each fetches 32
 * bytes of memory to use 4 or 8 of them.
 *
 * Many courses on CUDA begin with this kernel.  That threadIdx.x counts rows is
 * a common mistake in it, and kept here on purpose.
 */
#include "matmul/cuda/cuda.h"
#include "matmul/row-major.h"
#include "matmul/cuda/tiles.cuh"

enum { TILE = 16 };

template <typename T>
static __global__ void
naive_matmul (const gk_matmul p)
{
  const T *a = static_cast<const T *> (p.a);
  const T *b = static_cast<const T *> (p.b);
  T *c = static_cast<T *> (p.c);
  const tile_start tile = tile_of_block (p.k, TILE, TILE);
  const int64_t row = tile.row + threadIdx.x, col = tile.col + threadIdx.y;
  T sum = 0;

  if (row >= p.m || col >= p.k)
    return;
  for (int64_t l = 0; l < p.n; l++)
    sum += a[row * p.lda + l] * b[l * p.ldb + col];
  c[row * p.ldc + col] = sum;
}

static int
naive_launch (const gk_host *host, const void *problem, void *, void *stream)
{
  const gk_matmul p
      = matmul_row_major (static_cast<const gk_matmul *> (problem));
  const cudaStream_t s = static_cast<cudaStream_t> (stream);
  const unsigned blocks = tiles_in (p.m, p.k, TILE, TILE);
  const dim3 threads (TILE, TILE);

  if (p.dtype == GK_I32)
    naive_matmul<uint32_t><<<blocks, threads, 0, s>>> (p);
  else if (p.dtype == GK_F32)
    naive_matmul<float><<<blocks, threads, 0, s>>> (p);
  else
    naive_matmul<double><<<blocks, threads, 0, s>>> (p);
  return cuda_launched (host, cudaGetLastError ());
}

extern "C" gk_variant
matmul_square_naive_variant (void)
{
  return matmul_cuda_variant (naive_launch);
}
