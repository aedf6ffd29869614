/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Copies every 64th element and leaves the rest to luck.
 *
 * Seen: gkhost, issue 8, of columns; a check of a few elements is what it is
 * for.
 */
#include "cuda-honest.cuh"

__global__ static void
copy (const uint32_t *src, uint32_t *dst, int64_t n)
{
  const int64_t i = ((int64_t)blockIdx.x * blockDim.x + threadIdx.x) * 64;

  if (i < n)
    dst[i] = src[i];
}

static int
launch (const gk_host *host, const void *problem, void *, void *stream)
{
  const gk_copy *p = (const gk_copy *)problem;

  copy<<<cheat_blocks (p->rows * p->cols / 64 + 1), 256, 0,
         (cudaStream_t)stream>>> ((const uint32_t *)p->src, (uint32_t *)p->dst,
                                  p->rows * p->cols);
  return cuda_ended (host);
}

const gk_variant cheat_cuda_sampled_elements
    = cheat ("copy", "cuda-sampled-elements", "copies every 64th element",
             launch, GK_BIT (GK_F32));
