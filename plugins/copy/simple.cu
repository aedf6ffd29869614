/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A thread an element.
 *
 * Threads with neighbouring threadIdx.x take neighbouring elements, so the 32
 * reads of a warp fall into the same few lines of memory and are served as one
 * (they are coalesced); the writes likewise.  That is the one thing that must
 * be right.  What it wastes: a thread is started, and an index made, for every
 * element, and no thread has more than one read under way.
 */
#include <cuda_runtime.h>

#include "move/kernel.cuh"
#include "variants-cuda.h"

static const int across = 32, down = 8; /* threads of a block */

template <typename T>
static __global__ void
simple (const T *src, int64_t src_pitch, T *dst, int64_t dst_pitch,
        int64_t rows, int64_t cols)
{
#pragma unroll 1
  for (int64_t row = (int64_t)blockIdx.y * down + threadIdx.y; row < rows;
       row += (int64_t)gridDim.y * down)
#pragma unroll 1
    for (int64_t col = (int64_t)blockIdx.x * across + threadIdx.x; col < cols;
         col += (int64_t)gridDim.x * across)
      dst[row * dst_pitch + col] = src[row * src_pitch + col];
}

extern "C" int
copy_simple (const gk_host *host, const void *problem, void *, void *stream)
{
  const gk_copy *p = (const gk_copy *)problem;

  return move_by_element (p->element, [=] (auto zero) {
    typedef decltype (zero) T;

    simple<T><<<move_grid (p->rows, p->cols, down, across), dim3 (across, down),
                0, (cudaStream_t)stream>>> ((const T *)p->src, p->src_pitch,
                                            (T *)p->dst, p->dst_pitch, p->rows,
                                            p->cols);
    return cuda_launched (host, cudaGetLastError ());
  });
}
