/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Works where it is launched on a stream, and leaves a decoy where it is
 * captured into a graph.
 *
 * Seen: thought of here.
 */
#include "cuda-honest.cuh"

static int
launch (const gk_host *host, const void *problem, void *, void *stream)
{
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;

  cudaStreamIsCapturing ((cudaStream_t)stream, &status);
  if (status == cudaStreamCaptureStatusNone)
    return honest_cuda_transpose (host, problem, NULL, stream);
  decoy<<<1, 1, 0, (cudaStream_t)stream>>> ();
  return cuda_ended (host);
}

const gk_variant cheat_cuda_decoy_graph
    = cheat ("transpose", "cuda-decoy-graph", "leaves a decoy in graphs",
             launch, GK_BIT (GK_I32));
