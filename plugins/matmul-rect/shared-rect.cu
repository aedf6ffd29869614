/* SPDX-License-Identifier: BSD-3-Clause
 *
 * shared-rect: what changes from `shared-square` is the shape of the same 2048
 * elements of shared memory: a 16x64 tile of A and a 64x16 tile of B.  A step
 * covers 64 elements of the inner dimension instead of 32, so there are half as
 * many steps, and half as many waits at barriers.
 *
 * The cost: the tile of C is 16x16, so each copied element is used 16 times
 * instead of 32, and a warp has two rows of it, whose values of A are 64 words
 * apart, in the same bank.  The measurements show which matters more.
 */
#include "matmul/cuda/cuda.h"
#include "matmul/row-major.h"
#include "matmul/cuda/tiles.cuh"

enum {
  TILE_SIDE = 16,
  INNER = 64,
  THREADS = TILE_SIDE * TILE_SIDE,
  EACH = INNER / TILE_SIDE
};

template <typename T>
static __global__ void
__launch_bounds__ (THREADS) shared_rect_matmul (const gk_matmul p)
{
  __shared__ T a_tile[TILE_SIDE][INNER], b_tile[INNER][TILE_SIDE];
  const tile_start tile = tile_of_block (p.k, TILE_SIDE, TILE_SIDE);
  const int x = threadIdx.x, y = threadIdx.y;
  const int64_t row = tile.row + y, col = tile.col + x;
  /* Threads beyond the last row of A or column of B read the last one: their
   * results are not written. */
  const T *a = static_cast<const T *> (p.a) + min (row, p.m - 1) * p.lda + x;
  const T *b = static_cast<const T *> (p.b) + y * p.ldb + min (col, p.k - 1);
  const int64_t down = TILE_SIDE * p.ldb;
  const int tail = static_cast<int> (p.n % INNER);
  T sum = 0;

  for (int64_t l = p.n / INNER; l > 0; l--) {
#pragma unroll
    for (int j = 0; j < EACH; j++, b += down) {
      a_tile[y][x + j * TILE_SIDE] = a[j * TILE_SIDE];
      b_tile[y + j * TILE_SIDE][x] = *b;
    }
    tiles_multiply (a_tile, b_tile, &sum);
    a += INNER;
  }
  if (tail > 0) {
#pragma unroll
    for (int j = 0; j < EACH; j++, b += down) {
      a_tile[y][x + j * TILE_SIDE]
          = x + j * TILE_SIDE < tail ? a[j * TILE_SIDE] : T (0);
      b_tile[y + j * TILE_SIDE][x] = y + j * TILE_SIDE < tail ? *b : T (0);
    }
    tiles_multiply (a_tile, b_tile, &sum);
  }
  if (row < p.m && col < p.k)
    static_cast<T *> (p.c)[row * p.ldc + col] = sum;
}

static int
shared_rect_launch (const gk_host *host, const void *problem, void *,
                    void *stream)
{
  const gk_matmul p
      = matmul_row_major (static_cast<const gk_matmul *> (problem));
  const cudaStream_t s = static_cast<cudaStream_t> (stream);
  const unsigned blocks = tiles_in (p.m, p.k, TILE_SIDE, TILE_SIDE);
  const dim3 threads (TILE_SIDE, TILE_SIDE);

  if (p.dtype == GK_I32)
    shared_rect_matmul<uint32_t><<<blocks, threads, 0, s>>> (p);
  else if (p.dtype == GK_F32)
    shared_rect_matmul<float><<<blocks, threads, 0, s>>> (p);
  else
    shared_rect_matmul<double><<<blocks, threads, 0, s>>> (p);
  return cuda_launched (host, cudaGetLastError ());
}

extern "C" gk_variant
matmul_rect_shared_rect_variant (void)
{
  return matmul_cuda_variant (shared_rect_launch);
}
