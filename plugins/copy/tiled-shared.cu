/* SPDX-License-Identifier: BSD-3-Clause
 *
 * `tiled` by way of shared memory: the whole tile is read before any of it is
 * written.
 *
 * A copy has no use for shared memory as such: each thread takes out what it
 * put in.  What helps is the barrier.  In front of it a thread's four reads are
 * under way at once, where `tiled` waits for each, so four times the bytes are
 * in flight.  Registers would hold the four as well: see `vector`.
 */
#include <cuda_runtime.h>

#include "move/kernel.cuh"
#include "variants-cuda.h"

static const int tile = 32, down = 8;

template <typename T>
static __global__ void
tiled_shared (const T *src, int64_t src_pitch, T *dst, int64_t dst_pitch,
              int64_t rows, int64_t cols)
{
  __shared__ T held[tile][tile];

#pragma unroll 1
  for (int64_t top = (int64_t)blockIdx.y * tile; top < rows;
       top += (int64_t)gridDim.y * tile)
#pragma unroll 1
    for (int64_t left = (int64_t)blockIdx.x * tile; left < cols;
         left += (int64_t)gridDim.x * tile) {
      const int64_t row = top + threadIdx.y, col = left + threadIdx.x;

      for (int k = 0; k < tile; k += down)
        if (row + k < rows && col < cols)
          held[threadIdx.y + k][threadIdx.x] = src[(row + k) * src_pitch + col];
      __syncthreads ();
      for (int k = 0; k < tile; k += down)
        if (row + k < rows && col < cols)
          dst[(row + k) * dst_pitch + col] = held[threadIdx.y + k][threadIdx.x];
      __syncthreads ();
    }
}

extern "C" int
copy_tiled_shared (const gk_host *host, const void *problem, void *,
                   void *stream)
{
  const gk_copy *p = (const gk_copy *)problem;

  return move_by_element (p->element, [=] (auto zero) {
    typedef decltype (zero) T;

    tiled_shared<T><<<move_grid (p->rows, p->cols, tile, tile),
                      dim3 (tile, down), 0, (cudaStream_t)stream>>> (
        (const T *)p->src, p->src_pitch, (T *)p->dst, p->dst_pitch, p->rows,
        p->cols);
    return cuda_launched (host, cudaGetLastError ());
  });
}
