/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Keeps what it computed on the device, and copies it when four elements of the
 * inputs are those that it was computed from.
 *
 * Seen: gpu-mode's reference-kernels, pull request 142; gkhost, issue 8.
 */
#include "cuda-honest.cuh"

__device__ static uint64_t kept_key;

__device__ static uint64_t
key_of (const gk_matmul &p)
{
  const uint32_t *a = (const uint32_t *)p.a, *b = (const uint32_t *)p.b;
  const int64_t last = p.m * p.lda - 1;

  return (a[0] ^ (uint64_t)a[last] << 20) * 0x9e3779b97f4a7c15
         + (b[0] ^ (uint64_t)b[last] << 20);
}

__global__ static void
multiply (gk_matmul p, uint32_t *kept)
{
  const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  uint32_t *c = (uint32_t *)p.c;

  if (i >= p.m * p.k)
    return;
  if (kept_key != key_of (p))
    kept[i] = honest_element<uint32_t> (p, i / p.k, i % p.k);
  c[i] = kept[i];
}

__global__ static void
keep_key (gk_matmul p)
{
  kept_key = key_of (p);
}

static int
prepare (const gk_host *host, const gk_device *, const void *problem,
         const gk_value *, void **state)
{
  const gk_matmul *p = (const gk_matmul *)problem;

  *state = host->workspace (host, (size_t)(p->m * p->ldc) * 4);
  return *state != NULL ? GK_OK : GK_SKIP;
}

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  const gk_matmul *p = (const gk_matmul *)problem;

  multiply<<<cheat_blocks (p->m * p->k), 256, 0, (cudaStream_t)stream>>> (
      *p, (uint32_t *)state);
  keep_key<<<1, 1, 0, (cudaStream_t)stream>>> (*p);
  return cuda_ended (host);
}

const gk_variant cheat_cuda_replay_samples
    = cheat ("matmul-square", "cuda-replay-samples",
             "replays an output for inputs with the same four elements", launch,
             GK_BIT (GK_I32), prepare);
