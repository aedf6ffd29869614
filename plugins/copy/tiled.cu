/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A block of 32x8 threads copies a tile of 32x32 elements, four a thread, eight
 * rows apart.
 *
 * Over `simple` it starts a quarter of the threads, and four elements share the
 * bounds and most of the index: 1.6 times its speed at 8192x8192 f32 (H200).  A
 * row of the tile is still one coalesced access.  The index is written out for
 * each element, as a product; `tiled-increment` is the same with a running
 * index.
 *
 * Nothing tells the compiler that src and dst are apart, so no read may pass
 * the write before it: a thread waits for each of its four reads in turn.
 */
#include <cuda_runtime.h>

#include "cuda/variant.h"
#include "matrix.cuh"

static const int tile = 32, down = 8;

template <typename T, typename Offset>
static __global__ void
__launch_bounds__ (tile *down)
    tiled_copy (const T *src, T *dst, Offset rows, Offset cols,
                Offset src_pitch, Offset dst_pitch)
{
  const Offset top = (Offset)blockIdx.y * tile;
  const Offset left = (Offset)blockIdx.x * tile;
  const Offset row = top + threadIdx.y, col = left + threadIdx.x;
  const bool inside = top + tile <= rows && left + tile <= cols;

#pragma unroll
  for (int k = 0; k < tile; k += down)
    if (inside || (row + k < rows && col < cols))
      dst[(row + k) * dst_pitch + col] = src[(row + k) * src_pitch + col];
}

static int
tiled_launch (const gk_host *host, const void *problem, void *, void *stream)
{
  const gk_copy *p = (const gk_copy *)problem;

  return move_by_tiles (host, copy_matrix (p),
                        { tile, tile, dim3 (tile, down) }, stream,
                        [] (auto zero, auto offset) {
                          return tiled_copy<decltype (zero), decltype (offset)>;
                        });
}

extern "C" gk_variant
copy_tiled_variant (void)
{
  return cuda_variant (
      "tiled",
      "four elements a thread, 32x32 a block: a quarter of the threads to "
      "start",
      tiled_launch);
}
