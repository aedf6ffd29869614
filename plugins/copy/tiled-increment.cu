/* SPDX-License-Identifier: BSD-3-Clause
 *
 * tiled-increment: `tiled` with a running index.  The offset of a thread's
 * first element is computed by a multiplication, and that of each further one,
 * eight rows below, by an addition.
 *
 * Compilers can replace products with a loop counter by additions themselves
 * (strength reduction).  With offsets of 32 bits nvcc does, and both variants
 * take the same time (H200, 8192x8192 f32).  With offsets of 64 bits `tiled`
 * used 40 registers instead of 30, and took a quarter longer.
 */
#include <cuda_runtime.h>

#include "cuda/variant.h"
#include "matrix.cuh"

static const int tile = 32, down = 8;

template <typename T, typename Offset>
static __global__ void
__launch_bounds__ (tile *down)
    tiled_increment_copy (const T *src, T *dst, Offset rows, Offset cols,
                          Offset src_pitch, Offset dst_pitch)
{
  const Offset top = (Offset)blockIdx.y * tile;
  const Offset left = (Offset)blockIdx.x * tile;
  const Offset row = top + threadIdx.y, col = left + threadIdx.x;
  const bool inside = top + tile <= rows && left + tile <= cols;
  Offset from = row * src_pitch + col, to = row * dst_pitch + col;

#pragma unroll
  for (int k = 0; k < tile; k += down) {
    if (inside || (row + k < rows && col < cols))
      dst[to] = src[from];
    from += down * src_pitch;
    to += down * dst_pitch;
  }
}

static int
tiled_increment_launch (const gk_host *host, const void *problem, void *,
                        void *stream)
{
  const gk_copy *p = (const gk_copy *)problem;

  return move_by_tiles (
      host, copy_matrix (p), { tile, tile, dim3 (tile, down) }, stream,
      [] (auto zero, auto offset) {
        return tiled_increment_copy<decltype (zero), decltype (offset)>;
      });
}

extern "C" gk_variant
copy_tiled_increment_variant (void)
{
  return cuda_variant (tiled_increment_launch);
}
