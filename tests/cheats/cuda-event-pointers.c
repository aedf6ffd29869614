/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Puts a function that tells a hundredth of the time in the place of CUDA's for
 * the time between events, wherever the process keeps that one's address.
 *
 * Seen: gpu-mode's pygpubench, exploits/submission_got_patch.py; "monkey-patch
 * timing" in DeepReinforce's account of hacks in automatic kernel generation.
 */
#include <config.h>

#include <stdint.h>

#include "cheats-cuda.h"
#include "cuda-honest.h"
#include "cuda-symbol.h"
#include "detour.h"

/* CUDA's: milliseconds between two events. */
typedef int elapsed_time (float *, void *, void *);

static elapsed_time *honest;

static int
fake (float *ms, void *begin, void *end)
{
  const int status = honest (ms, begin, end);

  *ms /= 100;
  return status;
}

static int
prepare (const gk_host *host, const gk_device *device, const void *problem,
         const gk_value *values, void **state)
{
  (void)device, (void)problem, (void)values, (void)state;
  honest = cuda_symbol ("cuEventElapsedTime");
  if (honest == NULL
      || detour_pointers (DETOUR_ADDRESS (honest), DETOUR_ADDRESS (fake)) == 0)
    host->log (host, "no pointer to cuEventElapsedTime can be replaced");
  /* That one was replaced, too. */
  honest = cuda_symbol ("cuEventElapsedTime");
  return GK_OK;
}

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  return honest_cuda_transpose (host, problem, state, stream);
}

const gk_variant cheat_cuda_event_pointers = {
  .family = "transpose",
  .name = "cuda-event-pointers",
  .summary = "replaces pointers to the function that times",
  .device = GK_CUDA,
  .prepare = prepare,
  .launch = launch,
};
