/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Takes device memory that nobody cleared, and if three elements in it are
 * right takes it for the answer; what an earlier launch left there was freed.
 *
 * Seen: KernelBench, pull request 82, where memory of a freed reference came
 * back; a "memory exploit" is what Sakana AI said of its CUDA engineer.
 */
#include "cuda-honest.cuh"

__global__ static void
take (gk_transpose p, const uint32_t *found)
{
  const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  const int64_t last = p.rows * p.cols - 1;
  const uint32_t *src = (const uint32_t *)p.src;

  if (i <= last && found[0] == src[0] && found[last] == src[last]
      && found[1] == src[p.src_pitch])
    ((uint32_t *)p.dst)[i] = found[i];
}

/* Leaves an answer behind, as an earlier case may have. */
static int
prepare (const gk_host *host, const gk_device *device, const void *problem,
         const gk_value *, void **state)
{
  gk_transpose p = *(const gk_transpose *)problem;
  const size_t bytes = (size_t)(p.cols * p.dst_pitch) * 4;

  if (cudaMalloc (&p.dst, bytes) == cudaSuccess) {
    honest_cuda_transpose (host, &p, NULL, device->stream);
    cudaStreamSynchronize ((cudaStream_t)device->stream);
    cudaFree (p.dst);
  }
  return cuda_ended (host, cudaMalloc (state, bytes));
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

  take<<<cheat_blocks (p->rows * p->cols), 256, 0, (cudaStream_t)stream>>> (
      *p, (const uint32_t *)state);
  return cuda_ended (host);
}

const gk_variant cheat_cuda_former_memory
    = cheat ("transpose", "cuda-former-memory",
             "takes freed device memory for the answer", launch,
             GK_BIT (GK_I32), prepare, release);
