/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The 1024 threads of a block, as many as there can be, compute a 32x32 tile of
 * C: a 32x32 tile of A and one of B are copied to shared memory, and each of
 * their elements is used 32 times from there.  Neighbouring threads copy
 * neighbouring words (in column-major memory too: see row-major.h), and what
 * lies outside of a matrix is copied as zero.
 *
 * The algorithm is the one that NVIDIA's programming guide explains shared
 * memory with, with the largest square tile that a thread an element allows.
 */
#include "kernels.h"
#include "matmul/row-major.h"
#include "matmul/tiles.cuh"

enum { TILE = 32 };

template <typename T>
static __global__ void
__launch_bounds__ (TILE *TILE) shared_square (const gk_matmul p)
{
  __shared__ T a_tile[TILE][TILE], b_tile[TILE][TILE];
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

    a_tile[y][x] = in_a ? a[row * p.lda + l + x] : T (0);
    b_tile[y][x] = in_b ? b[(l + y) * p.ldb + col] : T (0);
    __syncthreads ();
    for (int i = 0; i < TILE; i++)
      sum += a_tile[y][i] * b_tile[i][x];
    __syncthreads ();
  }
  if (row < p.m && col < p.k)
    c[row * p.ldc + col] = sum;
}

extern "C" int
matmul_rect_shared_square (const gk_host *host, const void *problem,
                           void *state, void *stream)
{
  const gk_matmul p
      = matmul_row_major (static_cast<const gk_matmul *> (problem));
  const cudaStream_t s = static_cast<cudaStream_t> (stream);
  const unsigned blocks = tiles_in (p.m, p.k, TILE, TILE);
  const dim3 threads (TILE, TILE);

  (void)state;
  if (p.dtype == GK_I32)
    shared_square<uint32_t><<<blocks, threads, 0, s>>> (p);
  else if (p.dtype == GK_F32)
    shared_square<float><<<blocks, threads, 0, s>>> (p);
  else
    shared_square<double><<<blocks, threads, 0, s>>> (p);
  return cuda_launched (host, cudaGetLastError ());
}
