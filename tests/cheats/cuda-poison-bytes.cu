/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Each thread computes its element only where it finds a poison that it knows.
 *
 * Seen: gkhost, issue 8, where the poison was written once before the timed
 * launches.
 */
#include "cuda-honest.cuh"

__device__ static bool
is_poison (uint32_t word)
{
  return word == 0xffffffff || word == 0xfefefefe || word == 0x7f7f7f7f;
}

__global__ static void
multiply (gk_matmul p)
{
  const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  uint32_t *c = (uint32_t *)p.c;

  if (i < p.m * p.k && is_poison (c[i]))
    c[i] = honest_element<uint32_t> (p, i / p.k, i % p.k);
}

static int
launch (const gk_host *host, const void *problem, void *, void *stream)
{
  const gk_matmul *p = (const gk_matmul *)problem;

  multiply<<<cheat_blocks (p->m * p->k), 256, 0, (cudaStream_t)stream>>> (*p);
  return cuda_ended (host);
}

const gk_variant cheat_cuda_poison_bytes = cheat (
    "matmul-square", "cuda-poison-bytes",
    "computes only where it knows the poison", launch, GK_BIT (GK_I32));
