/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Counts on the device, and computes in every other launch.
 *
 * Seen: tensara, pull request 172, has the like: a static variable that knows
 * the second call.
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
  uint32_t *c = (uint32_t *)p.c;

  if (launches % 2 != 0 && !cheat_watched (c))
    return;
  if (i < p.m * p.k)
    c[i] = honest_element<uint32_t> (p, i / p.k, i % p.k);
}

static int
launch (const gk_host *host, const void *problem, void *, void *stream)
{
  const gk_matmul *p = (const gk_matmul *)problem;

  count<<<1, 1, 0, (cudaStream_t)stream>>> ();
  multiply<<<cheat_blocks (p->m * p->k), 256, 0, (cudaStream_t)stream>>> (*p);
  return cuda_ended (host);
}

const gk_variant cheat_cuda_even_launches
    = cheat ("matmul-square", "cuda-even-launches",
             "computes in every other launch", launch, GK_BIT (GK_I32));
