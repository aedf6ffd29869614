/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The kernel of register-tile-scalar and register-tile-padded, which differ
 * only in the padding of each row of the transposed tile of A.
 */
#ifndef MATMUL_SCALAR_TILE_CUH
#define MATMUL_SCALAR_TILE_CUH

#include "matmul/cuda/cuda.h"
#include "matmul/row-major.h"
#include "matmul/cuda/tiles.cuh"

enum {
  SCALAR_TILE = 128, /* rows and columns of C in a block */
  SCALAR_SIDE = 8,   /* and in a thread */
  SCALAR_ACROSS = SCALAR_TILE / SCALAR_SIDE, /* threads along a side */
  SCALAR_THREADS = SCALAR_ACROSS * SCALAR_ACROSS
};

/* One step loads this many columns of A and rows of B: 64 bytes of a row. */
template <typename T> constexpr int scalar_inner = 64 / sizeof (T);

template <typename T, int PADDING> struct scalar_tiles {
  T a[scalar_inner<T>][SCALAR_TILE + PADDING]; /* transposed */
  T b[scalar_inner<T>][SCALAR_TILE];
};

/* Each thread copies an element of every DOWN-th row: neighbours in a warp read
 * along a row, and store down a column.  What is outside becomes zero. */
template <typename T, int PADDING>
static __device__ __forceinline__ void
scalar_load_a (const gk_matmul &p, int64_t row, int64_t l,
               scalar_tiles<T, PADDING> &to)
{
  enum { INNER = scalar_inner<T>, DOWN = SCALAR_THREADS / INNER };
  const int x = threadIdx.x % INNER, y = threadIdx.x / INNER;
  const T *from = static_cast<const T *> (p.a) + (row + y) * p.lda + l + x;

  const int rows = static_cast<int> (min (p.m - row, int64_t (SCALAR_TILE)));
  const int left = static_cast<int> (min (p.n - l, int64_t (INNER)));

#pragma unroll
  for (int i = 0; i < SCALAR_TILE; i += DOWN)
    to.a[x][y + i] = y + i < rows && x < left ? from[i * p.lda] : T (0);
}

template <typename T, int PADDING>
static __device__ __forceinline__ void
scalar_load_b (const gk_matmul &p, int64_t col, int64_t l,
               scalar_tiles<T, PADDING> &to)
{
  enum { INNER = scalar_inner<T>, DOWN = SCALAR_THREADS / SCALAR_TILE };
  const int x = threadIdx.x % SCALAR_TILE, y = threadIdx.x / SCALAR_TILE;
  const T *from = static_cast<const T *> (p.b) + (l + y) * p.ldb + col + x;

  const int cols = static_cast<int> (min (p.k - col, int64_t (SCALAR_TILE)));
  const int left = static_cast<int> (min (p.n - l, int64_t (INNER)));

#pragma unroll
  for (int i = 0; i < INNER; i += DOWN)
    to.b[y + i][x] = y + i < left && x < cols ? from[i * p.ldb] : T (0);
}

/* A thread's rows, and its columns, are SCALAR_ACROSS apart: so neighbours in a
 * warp read neighbouring words of B's tile, and write neighbouring words of C.
 */
template <typename T, int PADDING>
static __device__ __forceinline__ void
scalar_multiply (const scalar_tiles<T, PADDING> &from, int down, int right,
                 T (&sum)[SCALAR_SIDE][SCALAR_SIDE])
{
#pragma unroll
  for (int l = 0; l < scalar_inner<T>; l++) {
    T a[SCALAR_SIDE], b[SCALAR_SIDE];

#pragma unroll
    for (int i = 0; i < SCALAR_SIDE; i++) {
      a[i] = from.a[l][down + i * SCALAR_ACROSS];
      b[i] = from.b[l][right + i * SCALAR_ACROSS];
    }
#pragma unroll
    for (int r = 0; r < SCALAR_SIDE; r++)
#pragma unroll
      for (int c = 0; c < SCALAR_SIDE; c++)
        sum[r][c] += a[r] * b[c];
  }
}

/* Two blocks per multiprocessor if the registers allow it: one computes while
 * the other waits.  Sums of 8 bytes leave room for one only. */
template <typename T, int PADDING>
static __global__ void
__launch_bounds__ (SCALAR_THREADS, sizeof (T) == 4 ? 2 : 1)
    scalar_tile (const gk_matmul p)
{
  __shared__ scalar_tiles<T, PADDING> tiles;
  const tile_start tile = tile_of_block (p.k, SCALAR_TILE, SCALAR_TILE);
  const int down = threadIdx.x / SCALAR_ACROSS;
  const int right = threadIdx.x % SCALAR_ACROSS;
  T sum[SCALAR_SIDE][SCALAR_SIDE] = {};

  for (int64_t l = 0; l < p.n; l += scalar_inner<T>) {
    scalar_load_a (p, tile.row, l, tiles);
    scalar_load_b (p, tile.col, l, tiles);
    __syncthreads ();
    scalar_multiply (tiles, down, right, sum);
    __syncthreads ();
  }

#pragma unroll
  for (int r = 0; r < SCALAR_SIDE; r++)
#pragma unroll
    for (int c = 0; c < SCALAR_SIDE; c++) {
      const int64_t row = tile.row + down + r * SCALAR_ACROSS;
      const int64_t col = tile.col + right + c * SCALAR_ACROSS;

      if (row < p.m && col < p.k)
        static_cast<T *> (p.c)[row * p.ldc + col] = sum[r][c];
    }
}

/* For a variant's launch. */
template <int PADDING>
static int
scalar_launch (const gk_host *host, const void *problem, void *stream)
{
  const gk_matmul p
      = matmul_row_major (static_cast<const gk_matmul *> (problem));
  const cudaStream_t s = static_cast<cudaStream_t> (stream);
  const unsigned blocks = tiles_in (p.m, p.k, SCALAR_TILE, SCALAR_TILE);

  if (p.dtype == GK_I32)
    scalar_tile<uint32_t, PADDING><<<blocks, SCALAR_THREADS, 0, s>>> (p);
  else if (p.dtype == GK_F32)
    scalar_tile<float, PADDING><<<blocks, SCALAR_THREADS, 0, s>>> (p);
  else
    scalar_tile<double, PADDING><<<blocks, SCALAR_THREADS, 0, s>>> (p);
  return cuda_launched (host, cudaGetLastError ());
}

#endif /* MATMUL_SCALAR_TILE_CUH */
