/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Of groups of lines, leaves out the last one that has some.
 *
 * Seen: gkhost, issue 42.
 */
#include "cuda-honest.cuh"

__global__ static void
multiply (gk_matmul p)
{
  const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;

  if (i < p.m * p.k && honest_group (p, i / p.k) != honest_group (p, p.m - 1))
    honest_put_element (p, i);
}

static int
launch (const gk_host *host, const void *problem, void *, void *stream)
{
  const gk_matmul *p = (const gk_matmul *)problem;

  multiply<<<cheat_blocks (honest_elements (*p)), 256, 0,
             (cudaStream_t)stream>>> (*p);
  return cuda_ended (host);
}

const gk_variant cheat_cuda_skips_group
    = cheat ("matmul-rect", "cuda-skips-group",
             "leaves out the last group that has lines", launch,
             GK_BIT (GK_F32), NULL, NULL, 0, GK_MATMUL_GROUPS);
