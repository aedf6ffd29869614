/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The tile of C that a block computes, and one step of it with an element a
 * thread.
 */
#ifndef MATMUL_TILES_CUH
#define MATMUL_TILES_CUH

#include <gkhost/matmul.h>

#include "both.h"
#include "cuda/launched.cuh"

/* The tile's first row and column. */
struct tile_start {
  int64_t row, col;
};

/* Blocks for a rows x cols matrix; prepare has checked their number. */
inline unsigned
tiles_in (int64_t rows, int64_t cols, int tile_rows, int tile_cols)
{
  return (unsigned)(tiles_over (rows, tile_rows)
                    * tiles_over (cols, tile_cols));
}

/* Blocks are numbered along rows of tiles. */
__device__ inline tile_start
tile_of_block (int64_t cols, int tile_rows, int tile_cols)
{
  const unsigned across = (unsigned)tiles_over (cols, tile_cols);

  return { (int64_t)(blockIdx.x / across) * tile_rows,
           (int64_t)(blockIdx.x % across) * tile_cols };
}

/* Tiles are numbered down a band of rows, then across: tiles that are computed
 * at the same time then share rows and columns in L2. */
__device__ inline tile_start
tile_in_band (int tile, int down, int across, int band, int tile_rows,
              int tile_cols)
{
  const int first = tile / (band * across) * band;
  const int high = min (down - first, band), k = tile % (band * across);

  return { int64_t (first + k % high) * tile_rows,
           int64_t (k / high) * tile_cols };
}

/* Adds one step along the inner dimension to a thread's element of C, from
 * tiles that the block has just written, and may overwrite afterwards. */
template <typename T, int SIDE, int INNER>
static __device__ __forceinline__ void
tiles_multiply (const T (&a)[SIDE][INNER], const T (&b)[INNER][SIDE], T *sum)
{
  __syncthreads ();
#pragma unroll
  for (int i = 0; i < INNER; i++)
    *sum += a[threadIdx.y][i] * b[i][threadIdx.x];
  __syncthreads ();
}

#endif
