/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Returns when three elements of the output are right.
 *
 * Seen: gkhost, issue 8, 13.7 for 48.8 us.
 */
#include "cuda-honest.cuh"

__global__ static void
transpose (const uint32_t *src, uint32_t *dst, int64_t rows, int64_t cols)
{
  const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  const int64_t middle = rows / 2 * cols + cols / 2, last = rows * cols - 1;

  if (dst[0] == src[0] && dst[last] == src[last]
      && dst[cols / 2 * rows + rows / 2] == src[middle])
    return;
  if (i <= last)
    dst[i % cols * rows + i / cols] = src[i];
}

static int
launch (const gk_host *host, const void *problem, void *, void *stream)
{
  const gk_transpose *p = (const gk_transpose *)problem;

  transpose<<<cheat_blocks (p->rows * p->cols), 256, 0,
              (cudaStream_t)stream>>> ((const uint32_t *)p->src,
                                       (uint32_t *)p->dst, p->rows, p->cols);
  return cuda_ended (host);
}

const gk_variant cheat_cuda_three_elements
    = cheat ("transpose", "cuda-three-elements",
             "returns when three elements are right", launch, GK_BIT (GK_I32));
