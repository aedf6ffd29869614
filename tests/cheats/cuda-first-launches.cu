/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Counts on the device, and computes in the first four launches only.
 *
 * Seen: karpathy's llm.c, pull request 852: right for ten calls, which is where
 * the check before the benchmark ended.
 */
#include "cuda-honest.cuh"

__device__ static unsigned launches;

__global__ static void
count ()
{
  launches++;
}

__global__ static void
multiply (gk_matmul p)
{
  const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;

  if (launches <= 4 && i < p.m * p.k)
    ((uint32_t *)p.c)[i] = honest_element<uint32_t> (p, i / p.k, i % p.k);
}

static int
launch (const gk_host *host, const void *problem, void *, void *stream)
{
  const gk_matmul *p = (const gk_matmul *)problem;

  count<<<1, 1, 0, (cudaStream_t)stream>>> ();
  multiply<<<cheat_blocks (p->m * p->k), 256, 0, (cudaStream_t)stream>>> (*p);
  return cuda_ended (host);
}

const gk_variant cheat_cuda_first_launches
    = cheat ("matmul-square", "cuda-first-launches",
             "computes in the first launches only", launch, GK_BIT (GK_I32));
