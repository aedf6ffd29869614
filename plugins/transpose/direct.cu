/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A thread an element, from where it is to where it belongs.
 *
 * The 32 reads of a warp are neighbours in a row and coalesce.  Its 32 writes
 * are neighbours in a column of dst, one to a row each: 32 pieces of memory
 * (sectors of 32 bytes) are touched to write 4 bytes into each.  On an H200
 * this moves 8192x8192 4-byte elements at 0.55 TB/s, where a copy reaches 4.1.
 */
#include <cuda_runtime.h>

#include "move/kernel.cuh"
#include "variants-cuda.h"

static const int across = 32, down = 8; /* threads of a block */

template <typename T>
static __global__ void
direct (const T *src, int64_t src_pitch, T *dst, int64_t dst_pitch,
        int64_t rows, int64_t cols)
{
#pragma unroll 1
  for (int64_t row = (int64_t)blockIdx.y * down + threadIdx.y; row < rows;
       row += (int64_t)gridDim.y * down)
#pragma unroll 1
    for (int64_t col = (int64_t)blockIdx.x * across + threadIdx.x; col < cols;
         col += (int64_t)gridDim.x * across)
      dst[col * dst_pitch + row] = src[row * src_pitch + col];
}

extern "C" int
transpose_direct (const gk_host *host, const void *problem, void *,
                  void *stream)
{
  const gk_transpose *p = (const gk_transpose *)problem;

  return move_by_element (p->element, [=] (auto zero) {
    typedef decltype (zero) T;

    direct<T><<<move_grid (p->rows, p->cols, down, across), dim3 (across, down),
                0, (cudaStream_t)stream>>> ((const T *)p->src, p->src_pitch,
                                            (T *)p->dst, p->dst_pitch, p->rows,
                                            p->cols);
    return cuda_launched (host, cudaGetLastError ());
  });
}
