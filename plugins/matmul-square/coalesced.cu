/* SPDX-License-Identifier: BSD-3-Clause
 *
 * coalesced: what changes from `shared` is that consecutive threads copy
 * consecutive words in either layout, so that the reads of a warp coalesce.  A
 * column-major problem is computed as the row-major one with swapped operands
 * (row-major.h).
 *
 * The tile of the first operand is transposed on its way to shared memory: read
 * along rows and stored as columns, so that in each step of the inner loop all
 * threads read from one row of each tile.  Such a store goes down a column of
 * shared memory, which is in two banks only, so its words would be written one
 * after the other (bank conflicts); an unused word at the end of each row, the
 * padding, spreads them over the banks (of f32 two words of a warp still share
 * one).
 */
#include "matmul/cuda/cuda.h"
#include "matmul/row-major.h"
#include "matmul/cuda/tiles.cuh"

enum { TILE = 16 };

template <typename T>
static __global__ void
coalesced_matmul (const gk_matmul p)
{
  __shared__ T a_tile[TILE][TILE + 1], b_tile[TILE][TILE + 1];
  const T *a = static_cast<const T *> (p.a);
  const T *b = static_cast<const T *> (p.b);
  T *c = static_cast<T *> (p.c);
  const tile_start tile = tile_of_block (p.k, TILE, TILE);
  const int x = threadIdx.x, y = threadIdx.y;
  const int64_t row = tile.row + y, col = tile.col + x;
  T sum = 0;

  for (int64_t l = 0; l < p.n; l += TILE) {
    const bool in_a = row < p.m && l + x < p.n;
    const bool in_b = l + y < p.n && col < p.k;

    a_tile[x][y] = in_a ? a[row * p.lda + l + x] : T (0);
    b_tile[y][x] = in_b ? b[(l + y) * p.ldb + col] : T (0);
    __syncthreads ();
    for (int i = 0; i < TILE; i++)
      sum += a_tile[i][y] * b_tile[i][x];
    __syncthreads ();
  }
  if (row < p.m && col < p.k)
    c[row * p.ldc + col] = sum;
}

static int
coalesced_launch (const gk_host *host, const void *problem, void *,
                  void *stream)
{
  const gk_matmul p
      = matmul_row_major (static_cast<const gk_matmul *> (problem));
  const cudaStream_t s = static_cast<cudaStream_t> (stream);
  const unsigned blocks = tiles_in (p.m, p.k, TILE, TILE);
  const dim3 threads (TILE, TILE);

  if (p.dtype == GK_I32)
    coalesced_matmul<uint32_t><<<blocks, threads, 0, s>>> (p);
  else if (p.dtype == GK_F32)
    coalesced_matmul<float><<<blocks, threads, 0, s>>> (p);
  else
    coalesced_matmul<double><<<blocks, threads, 0, s>>> (p);
  return cuda_launched (host, cudaGetLastError ());
}

extern "C" gk_variant
matmul_square_coalesced_variant (void)
{
  return matmul_cuda_variant (coalesced_launch);
}
