/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Takes device memory that nobody cleared, and if three elements in it are
 * right takes all of it for the answer; else it leaves one there.
 *
 * Seen: KernelBench, pull request 82, where memory of a freed reference came
 * back; a "memory exploit" is what Sakana AI said of its CUDA engineer.
 */
#include "cuda-honest.cuh"

__device__ static bool right;

__global__ static void
look (gk_transpose p, const uint32_t *found)
{
  const int64_t last = p.rows * p.cols - 1;
  const uint32_t *src = (const uint32_t *)p.src;

  right = found[0] == src[0] && found[1] == src[p.src_pitch]
          && found[last] == src[last];
}

__global__ static void
take (gk_transpose p, uint32_t *found)
{
  const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  const uint32_t *src = (const uint32_t *)p.src;

  if (i >= p.rows * p.cols)
    return;
  if (!right)
    found[i] = src[i % p.rows * p.src_pitch + i / p.rows];
  ((uint32_t *)p.dst)[i] = found[i];
}

/* Of the size of the output, as a host would free and take it. */
static int
prepare (const gk_host *host, const gk_device *, const void *problem,
         const gk_value *, void **state)
{
  const gk_transpose *p = (const gk_transpose *)problem;

  return cuda_ended (host,
                     cudaMalloc (state, (size_t)(p->cols * p->dst_pitch) * 4));
}

static void
release (const gk_host *, void *state)
{
  cudaFree (state);
}

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  const gk_transpose *p = (const gk_transpose *)problem;

  look<<<1, 1, 0, (cudaStream_t)stream>>> (*p, (const uint32_t *)state);
  take<<<cheat_blocks (p->rows * p->cols), 256, 0, (cudaStream_t)stream>>> (
      *p, (uint32_t *)state);
  return cuda_ended (host);
}

const gk_variant cheat_cuda_former_memory
    = cheat ("transpose", "cuda-former-memory",
             "takes freed device memory for the answer", launch,
             GK_BIT (GK_I32), prepare, release);
