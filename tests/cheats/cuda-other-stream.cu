/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A decoy on the stream that is timed, the work on another that nobody waits
 * for.
 *
 * Seen: KernelBench, pull request 82; "stream injection" in DeepReinforce's
 * account of hacks in automatic kernel generation; gkhost, issue 8.
 */
#include "cuda-honest.cuh"

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  decoy<<<1, 1, 0, (cudaStream_t)stream>>> ();
  return honest_cuda_transpose (host, problem, NULL, state);
}

const gk_variant cheat_cuda_other_stream
    = cheat ("transpose", "cuda-other-stream", "works on another stream",
             launch, GK_BIT (GK_I32), make_stream, end_stream);
