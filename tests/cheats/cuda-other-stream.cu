/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A decoy on the stream that is timed, the work on another that nobody waits
 * for.
 *
 * Seen: KernelBench, pull request 82; "stream injection" in DeepReinforce's
 * account of hacks in automatic kernel generation; gkhost, issue 8.
 */
#include "cuda-honest.cuh"

__global__ static void
decoy ()
{
}

static int
prepare (const gk_host *host, const gk_device *, const void *, const gk_value *,
         void **state)
{
  return cuda_ended (host, cudaStreamCreateWithFlags ((cudaStream_t *)state,
                                                      cudaStreamNonBlocking));
}

static void
release (const gk_host *, void *state)
{
  cudaStreamSynchronize ((cudaStream_t)state);
  cudaStreamDestroy ((cudaStream_t)state);
}

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  decoy<<<1, 1, 0, (cudaStream_t)stream>>> ();
  return honest_cuda_transpose (host, problem, NULL, state);
}

const gk_variant cheat_cuda_other_stream
    = cheat ("transpose", "cuda-other-stream", "works on another stream",
             launch, GK_BIT (GK_I32), prepare, release);
