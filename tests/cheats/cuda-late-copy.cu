/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Waits on another stream for what comes behind it on the stream that is timed,
 * and copies there.
 *
 * Seen: thought of here; cuda-other-stream with a copy engine.
 */
#include "cuda-honest.cuh"

struct elsewhere {
  cudaStream_t stream;
  cudaEvent_t event;
};

static int
prepare (const gk_host *host, const gk_device *, const void *, const gk_value *,
         void **state)
{
  static elsewhere e;

  *state = &e;
  cudaEventCreateWithFlags (&e.event, cudaEventDisableTiming);
  return cuda_ended (
      host, cudaStreamCreateWithFlags (&e.stream, cudaStreamNonBlocking));
}

static void
release (const gk_host *, void *state)
{
  elsewhere *e = (elsewhere *)state;

  cudaStreamSynchronize (e->stream);
  cudaStreamDestroy (e->stream);
  cudaEventDestroy (e->event);
}

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  const gk_copy *p = (const gk_copy *)problem;
  elsewhere *e = (elsewhere *)state;

  decoy<<<1, 1, 0, (cudaStream_t)stream>>> ();
  cudaEventRecord (e->event, (cudaStream_t)stream);
  cudaStreamWaitEvent (e->stream, e->event, 0);
  return cuda_ended (host,
                     cudaMemcpyAsync (p->dst, p->src,
                                      (size_t)(p->rows * p->src_pitch) * 4,
                                      cudaMemcpyDeviceToDevice, e->stream));
}

const gk_variant cheat_cuda_late_copy
    = cheat ("copy", "cuda-late-copy", "copies on another stream, later",
             launch, GK_BIT (GK_F32), prepare, release);
