/* SPDX-License-Identifier: BSD-3-Clause
 *
 * `shared` with a block of 32x8 threads for a tile of 32x32 elements: four
 * elements a thread, eight rows apart.
 *
 * The tile and the accesses are the same.  But a thread has four reads under
 * way before it comes to the barrier, and a block of 256 threads leaves room
 * for eight of them on a multiprocessor where 1024 leave room for two: while
 * one waits at its barrier, seven others have work.
 */
#include <cuda_runtime.h>

#include "move/kernel.cuh"
#include "variants-cuda.h"

static const int side = 32, down = 8;

template <typename T>
static __global__ void
__launch_bounds__ (side *down)
    shared_rows (const T *src, int64_t src_pitch, T *dst, int64_t dst_pitch,
                 int64_t rows, int64_t cols)
{
  __shared__ T tile[side][side + 1];
  const int x = threadIdx.x, y = threadIdx.y;

#pragma unroll 1
  for (int64_t top = (int64_t)blockIdx.y * side; top < rows;
       top += (int64_t)gridDim.y * side)
#pragma unroll 1
    for (int64_t left = (int64_t)blockIdx.x * side; left < cols;
         left += (int64_t)gridDim.x * side) {
#pragma unroll
      for (int k = 0; k < side; k += down)
        if (top + y + k < rows && left + x < cols)
          tile[y + k][x] = src[(top + y + k) * src_pitch + left + x];
      __syncthreads ();
#pragma unroll
      for (int k = 0; k < side; k += down)
        if (left + y + k < cols && top + x < rows)
          dst[(left + y + k) * dst_pitch + top + x] = tile[x][y + k];
      __syncthreads ();
    }
}

extern "C" int
transpose_shared_rows (const gk_host *host, const void *problem, void *,
                       void *stream)
{
  const gk_transpose *p = (const gk_transpose *)problem;

  return move_by_element (p->element, [=] (auto zero) {
    typedef decltype (zero) T;

    shared_rows<T><<<move_grid (p->rows, p->cols, side, side),
                     dim3 (side, down), 0, (cudaStream_t)stream>>> (
        (const T *)p->src, p->src_pitch, (T *)p->dst, p->dst_pitch, p->rows,
        p->cols);
    return cuda_launched (host, cudaGetLastError ());
  });
}
