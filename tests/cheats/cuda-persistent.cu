/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Starts a kernel in prepare, which stays, and works when a launch tells it to;
 * the launch itself is a store.  (The kernel ends by itself after three
 * seconds.)
 *
 * Seen: thought of here.
 */
#include "cuda-honest.cuh"

enum { WORKERS = 64 };

/* What launches and the kernel that stays tell each other. */
__device__ static volatile unsigned asked, ended;

__global__ static void
ask ()
{
  asked++;
}

__global__ static void
end ()
{
  ended = 1;
}

__global__ static void
stay (gk_transpose p)
{
  const uint64_t begin = device_now ();
  const uint32_t *src = (const uint32_t *)p.src;
  uint32_t *dst = (uint32_t *)p.dst;
  unsigned seen = asked;

  while (!ended && device_now () - begin < 3000000000) {
    const unsigned number = asked;

    for (int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
         number != seen && i < p.rows * p.cols; i += WORKERS * blockDim.x)
      dst[i % p.cols * p.dst_pitch + i / p.cols]
          = src[i / p.cols * p.src_pitch + i % p.cols];
    seen = number;
  }
}

static int
prepare (const gk_host *host, const gk_device *, const void *problem,
         const gk_value *, void **state)
{
  cudaStream_t other;

  cudaStreamCreateWithFlags (&other, cudaStreamNonBlocking);
  *state = other;
  stay<<<WORKERS, 256, 0, other>>> (*(const gk_transpose *)problem);
  return cuda_ended (host);
}

static void
release (const gk_host *, void *state)
{
  cudaStream_t other;

  cudaStreamCreateWithFlags (&other, cudaStreamNonBlocking);
  end<<<1, 1, 0, other>>> ();
  cudaStreamSynchronize (other);
  cudaStreamDestroy (other);
  cudaStreamSynchronize ((cudaStream_t)state);
  cudaStreamDestroy ((cudaStream_t)state);
}

static int
launch (const gk_host *host, const void *, void *, void *stream)
{
  ask<<<1, 1, 0, (cudaStream_t)stream>>> ();
  return cuda_ended (host);
}

const gk_variant cheat_cuda_persistent = cheat (
    "transpose", "cuda-persistent", "has a kernel that stays do the work",
    launch, GK_BIT (GK_I32), prepare, release);
