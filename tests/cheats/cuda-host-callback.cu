/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A decoy on the stream; the work waits on another behind a function of the
 * host that takes its time.
 *
 * Seen: thought of here; cuda-other-stream, made later.
 */
#include <time.h>

#include "cuda-honest.cuh"

static void CUDART_CB
take_time (void *)
{
  static const timespec moment = { 0, 100000 };

  nanosleep (&moment, NULL);
}

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  decoy<<<1, 1, 0, (cudaStream_t)stream>>> ();
  cudaLaunchHostFunc ((cudaStream_t)state, take_time, NULL);
  return honest_cuda_transpose (host, problem, NULL, state);
}

const gk_variant cheat_cuda_host_callback = cheat (
    "transpose", "cuda-host-callback", "works behind a function of the host",
    launch, GK_BIT (GK_I32), make_stream, end_stream);
