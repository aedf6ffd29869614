/* SPDX-License-Identifier: BSD-3-Clause
 *
 * shared-rows: `shared` with a block of 32x8 threads for a tile of 32x32
 * elements: four elements per thread, eight rows apart.
 *
 * The tile and the accesses are the same.  But a thread has four reads in
 * flight before the barrier, and eight blocks of 256 threads fit a
 * multiprocessor, where two of 1024 did: while one waits at its barrier, seven
 * others hide its latency.
 */
#include <cuda_runtime.h>

#include "cuda/variant.h"
#include "matrix.cuh"

static const int tile_side = 32, down = 8;

template <typename T, typename Offset>
static __global__ void
__launch_bounds__ (tile_side *down)
    shared_rows_transpose (const T *src, T *dst, Offset rows, Offset cols,
                           Offset src_pitch, Offset dst_pitch)
{
  __shared__ T tile[tile_side][tile_side + 1];
  const Offset top = (Offset)blockIdx.y * tile_side;
  const Offset left = (Offset)blockIdx.x * tile_side;
  const int x = threadIdx.x, y = threadIdx.y;
  const bool inside = top + tile_side <= rows && left + tile_side <= cols;

#pragma unroll
  for (int k = 0; k < tile_side; k += down)
    if (inside || (top + y + k < rows && left + x < cols))
      tile[y + k][x] = src[(top + y + k) * src_pitch + left + x];
  __syncthreads ();
#pragma unroll
  for (int k = 0; k < tile_side; k += down)
    if (inside || (left + y + k < cols && top + x < rows))
      dst[(left + y + k) * dst_pitch + top + x] = tile[x][y + k];
}

static int
shared_rows_launch (const gk_host *host, const void *problem, void *,
                    void *stream)
{
  const gk_transpose *p = (const gk_transpose *)problem;

  return move_by_tiles (
      host, transpose_matrix (p),
      { tile_side, tile_side, dim3 (tile_side, down) }, stream,
      [] (auto zero, auto offset) {
        return shared_rows_transpose<decltype (zero), decltype (offset)>;
      });
}

extern "C" gk_variant
transpose_shared_rows_variant (void)
{
  return cuda_variant (shared_rows_launch);
}
