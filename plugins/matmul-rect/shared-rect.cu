/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Over shared-square: the same 2048 elements of shared memory, shaped as a
 * 16x64 tile of A and a 64x16 tile of B.  Each step goes 64 along the inner
 * dimension instead of 32, so that there are half as many, and half as many
 * waits at barriers.
 *
 * What it costs: the tile of C is 16x16, so that each element copied is used 16
 * times rather than 32, and a warp holds two rows of it, whose values of A lie
 * 64 words apart, on the same bank.  The table tells which weighs more.
 */
#include "kernels.h"
#include "matmul/row-major.h"
#include "matmul/tiles.cuh"

enum { SIDE = 16, INNER = 64, THREADS = SIDE * SIDE };

template <typename T>
static __global__ void
shared_rect (const gk_matmul p)
{
  __shared__ T a_tile[SIDE][INNER], b_tile[INNER][SIDE];
  const T *a = static_cast<const T *> (p.a);
  const T *b = static_cast<const T *> (p.b);
  T *c = static_cast<T *> (p.c);
  const tile_start tile = tile_of_block (p.k, SIDE, SIDE);
  const int x = threadIdx.x % SIDE, y = threadIdx.x / SIDE;
  T sum = 0;

  for (int64_t l = 0; l < p.n; l += INNER) {
    /* The threads take a tile's elements in the order of memory. */
    for (int i = threadIdx.x; i < SIDE * INNER; i += THREADS) {
      const int64_t a_row = tile.row + i / INNER, a_col = l + i % INNER;
      const int64_t b_row = l + i / SIDE, b_col = tile.col + i % SIDE;
      const bool in_a = a_row < p.m && a_col < p.n;
      const bool in_b = b_row < p.n && b_col < p.k;

      a_tile[i / INNER][i % INNER] = in_a ? a[a_row * p.lda + a_col] : T (0);
      b_tile[i / SIDE][i % SIDE] = in_b ? b[b_row * p.ldb + b_col] : T (0);
    }
    __syncthreads ();
    for (int i = 0; i < INNER; i++)
      sum += a_tile[y][i] * b_tile[i][x];
    __syncthreads ();
  }
  if (tile.row + y < p.m && tile.col + x < p.k)
    c[(tile.row + y) * p.ldc + tile.col + x] = sum;
}

extern "C" int
matmul_rect_shared_rect (const gk_host *host, const void *problem, void *state,
                         void *stream)
{
  const gk_matmul p
      = matmul_row_major (static_cast<const gk_matmul *> (problem));
  const cudaStream_t s = static_cast<cudaStream_t> (stream);
  const unsigned blocks = tiles_in (p.m, p.k, SIDE, SIDE);
  const dim3 threads (THREADS);

  (void)state;
  if (p.dtype == GK_I32)
    shared_rect<uint32_t><<<blocks, threads, 0, s>>> (p);
  else if (p.dtype == GK_F32)
    shared_rect<float><<<blocks, threads, 0, s>>> (p);
  else
    shared_rect<double><<<blocks, threads, 0, s>>> (p);
  return cuda_launched (host, cudaGetLastError ());
}
