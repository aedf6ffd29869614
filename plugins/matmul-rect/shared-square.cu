/* SPDX-License-Identifier: BSD-3-Clause
 *
 * shared-square: the 1024 threads of a block, the most that a block can have,
 * compute a 32x32 tile of C.  They copy a 32x32 tile of A and one of B to
 * shared memory, and use each of their elements 32 times.  Consecutive threads
 * copy consecutive words (in column-major memory, too: row-major.h), and
 * elements beyond the end of a sum are copied as zeros.
 *
 * NVIDIA's programming guide explains shared memory by this algorithm; this is
 * its largest square tile with one element per thread.
 */
#include "matmul/cuda/cuda.h"
#include "matmul/row-major.h"
#include "matmul/cuda/tiles.cuh"

enum { TILE = 32 };

template <typename T>
static __global__ void
__launch_bounds__ (TILE *TILE) shared_square_matmul (const gk_matmul p)
{
  __shared__ T a_tile[TILE][TILE], b_tile[TILE][TILE];
  const tile_start tile = tile_of_block (p.k, TILE, TILE);
  const int x = threadIdx.x, y = threadIdx.y;
  const int64_t row = tile.row + y, col = tile.col + x;
  /* Threads beyond the last row of A or column of B read the last one: their
   * results are not written. */
  const T *a = static_cast<const T *> (p.a) + min (row, p.m - 1) * p.lda + x;
  const T *b = static_cast<const T *> (p.b) + y * p.ldb + min (col, p.k - 1);
  const int64_t step = TILE * p.ldb;
  const int tail = static_cast<int> (p.n % TILE);
  T sum = 0;

  for (int64_t l = p.n / TILE; l > 0; l--) {
    a_tile[y][x] = *a;
    b_tile[y][x] = *b;
    tiles_multiply (a_tile, b_tile, &sum);
    a += TILE;
    b += step;
  }
  if (tail > 0) {
    a_tile[y][x] = x < tail ? *a : T (0);
    b_tile[y][x] = y < tail ? *b : T (0);
    tiles_multiply (a_tile, b_tile, &sum);
  }
  if (row < p.m && col < p.k)
    static_cast<T *> (p.c)[row * p.ldc + col] = sum;
}

static int
shared_square_launch (const gk_host *host, const void *problem, void *,
                      void *stream)
{
  const gk_matmul p
      = matmul_row_major (static_cast<const gk_matmul *> (problem));
  const cudaStream_t s = static_cast<cudaStream_t> (stream);
  const unsigned blocks = tiles_in (p.m, p.k, TILE, TILE);
  const dim3 threads (TILE, TILE);

  if (p.dtype == GK_I32)
    shared_square_matmul<uint32_t><<<blocks, threads, 0, s>>> (p);
  else if (p.dtype == GK_F32)
    shared_square_matmul<float><<<blocks, threads, 0, s>>> (p);
  else
    shared_square_matmul<double><<<blocks, threads, 0, s>>> (p);
  return cuda_launched (host, cudaGetLastError ());
}

extern "C" gk_variant
matmul_rect_shared_square_variant (void)
{
  return matmul_cuda_variant (shared_square_launch);
}
