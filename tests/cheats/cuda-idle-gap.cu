/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Looks at the device's clock, and computes only when the last launch was a
 * while ago.
 *
 * Seen: gkhost, issue 8, on the CPU.
 */
#include "cuda-honest.cuh"

/* Nanoseconds: more than lies between launches of a batch. */
static const uint64_t pause_ns = 1000000;

__device__ static uint64_t last;
__device__ static bool timed;

__global__ static void
look ()
{
  timed = device_now () - last < pause_ns;
}

__global__ static void
multiply (gk_matmul p)
{
  const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;

  if (i == 0)
    last = device_now ();
  if (!timed && i < p.m * p.k)
    ((uint32_t *)p.c)[i] = honest_element<uint32_t> (p, i / p.k, i % p.k);
}

static int
launch (const gk_host *host, const void *problem, void *, void *stream)
{
  const gk_matmul *p = (const gk_matmul *)problem;

  look<<<1, 1, 0, (cudaStream_t)stream>>> ();
  multiply<<<cheat_blocks (p->m * p->k), 256, 0, (cudaStream_t)stream>>> (*p);
  return cuda_ended (host);
}

const gk_variant cheat_cuda_idle_gap
    = cheat ("matmul-square", "cuda-idle-gap", "computes only after a pause",
             launch, GK_BIT (GK_I32));
