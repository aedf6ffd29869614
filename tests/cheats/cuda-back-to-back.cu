/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Computes only when the last launch ended more than some microseconds ago: not
 * within a batch, but whenever anything else is done in between.
 *
 * Seen: gkhost, of back-to-back, for a device's clock.
 */
#include "cuda-honest.cuh"

/* Nanoseconds: more than lies between launches of a batch, and most often less
 * than where bytes are set in between (H200). */
static const uint64_t pause_ns = 3600;

__device__ static unsigned long long last;
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

  if (!timed && i < p.m * p.k)
    ((uint32_t *)p.c)[i] = honest_element<uint32_t> (p, i / p.k, i % p.k);
  if (threadIdx.x == 0)
    atomicMax (&last, (unsigned long long)device_now ());
}

static int
launch (const gk_host *host, const void *problem, void *, void *stream)
{
  const gk_matmul *p = (const gk_matmul *)problem;

  look<<<1, 1, 0, (cudaStream_t)stream>>> ();
  multiply<<<cheat_blocks (p->m * p->k), 256, 0, (cudaStream_t)stream>>> (*p);
  return cuda_ended (host);
}

const gk_variant cheat_cuda_back_to_back
    = cheat ("matmul-square", "cuda-back-to-back",
             "computes only after a short pause", launch, GK_BIT (GK_I32));
