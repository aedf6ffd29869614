/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A block of 32x8 threads copies a tile of 32x32 elements, four a thread, eight
 * rows apart.
 *
 * Over `simple` it starts a quarter of the threads and shares the bounds and
 * most of the index among four elements.  A row of the tile is still one
 * coalesced access.  The index is written out for each element, as a product;
 * `tiled-increment` is the same with a running index.
 *
 * Nothing tells the compiler that src and dst are apart, so no read may pass
 * the write before it: a thread waits for each of its four reads in turn.
 */
#include <cuda_runtime.h>

#include "move/kernel.cuh"
#include "variants-cuda.h"

static const int tile = 32, down = 8;

template <typename T>
static __global__ void
tiled (const T *src, int64_t src_pitch, T *dst, int64_t dst_pitch, int64_t rows,
       int64_t cols)
{
#pragma unroll 1
  for (int64_t top = (int64_t)blockIdx.y * tile; top < rows;
       top += (int64_t)gridDim.y * tile)
#pragma unroll 1
    for (int64_t left = (int64_t)blockIdx.x * tile; left < cols;
         left += (int64_t)gridDim.x * tile) {
      const int64_t row = top + threadIdx.y, col = left + threadIdx.x;

      for (int k = 0; k < tile; k += down)
        if (row + k < rows && col < cols)
          dst[(row + k) * dst_pitch + col] = src[(row + k) * src_pitch + col];
    }
}

extern "C" int
copy_tiled (const gk_host *host, const void *problem, void *, void *stream)
{
  const gk_copy *p = (const gk_copy *)problem;

  return move_by_element (p->element, [=] (auto zero) {
    typedef decltype (zero) T;

    tiled<T><<<move_grid (p->rows, p->cols, tile, tile), dim3 (tile, down), 0,
               (cudaStream_t)stream>>> ((const T *)p->src, p->src_pitch,
                                        (T *)p->dst, p->dst_pitch, p->rows,
                                        p->cols);
    return cuda_launched (host, cudaGetLastError ());
  });
}
