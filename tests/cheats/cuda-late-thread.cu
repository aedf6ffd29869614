/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A decoy on the stream; a thread launches the work on a stream of its own a
 * little later.
 *
 * Seen: "thread injection" in DeepReinforce's account of hacks in automatic
 * kernel generation.
 */
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "cuda-honest.cuh"

struct worker {
  pthread_t thread;
  const gk_host *host;
  const void *problem;
  cudaStream_t stream;
  volatile bool wanted, ended;
};

static void *
work (void *argument)
{
  static const timespec moment = { 0, 20000 };
  worker *w = (worker *)argument;

  while (!w->ended) {
    nanosleep (&moment, NULL);
    if (w->wanted)
      honest_cuda_transpose (w->host, w->problem, NULL, w->stream);
    w->wanted = false;
  }
  return NULL;
}

static int
prepare (const gk_host *host, const gk_device *, const void *problem,
         const gk_value *, void **state)
{
  worker *w = (worker *)calloc (1, sizeof *w);

  if (w == NULL)
    return GK_FAIL;
  *state = w;
  w->host = host;
  w->problem = problem;
  if (cudaStreamCreateWithFlags (&w->stream, cudaStreamNonBlocking)
          == cudaSuccess
      && pthread_create (&w->thread, NULL, work, w) == 0)
    return GK_OK;
  free (w);
  host->error (host, "no stream or no thread can be made; free some");
  return GK_FAIL;
}

static void
release (const gk_host *, void *state)
{
  worker *w = (worker *)state;

  w->ended = true;
  pthread_join (w->thread, NULL);
  cudaStreamSynchronize (w->stream);
  cudaStreamDestroy (w->stream);
  free (w);
}

static int
launch (const gk_host *host, const void *, void *state, void *stream)
{
  decoy<<<1, 1, 0, (cudaStream_t)stream>>> ();
  ((worker *)state)->wanted = true;
  return cuda_ended (host);
}

const gk_variant cheat_cuda_late_thread = cheat (
    "transpose", "cuda-late-thread", "leaves the launching to a thread", launch,
    GK_BIT (GK_I32), prepare, release);
