/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Writes a jump to a function that tells a microsecond over the code of CUDA's
 * for the time between events.
 *
 * Seen: gpu-mode's pygpubench, exploits/submission_function_detour.py.
 */
#include <config.h>

#include <stdint.h>

#include "cheats-cuda.h"
#include "cuda-honest.h"
#include "cuda-symbol.h"
#include "detour.h"

static int
fake (float *ms, void *begin, void *end)
{
  (void)begin, (void)end;
  *ms = 1e-3f;
  return 0;
}

static int
prepare (const gk_host *host, const gk_device *device, const void *problem,
         const gk_value *values, void **state)
{
  void *honest = cuda_symbol ("cuEventElapsedTime");

  (void)device, (void)problem, (void)values, (void)state;
  if (honest == NULL || !detour_code (honest, DETOUR_ADDRESS (fake)))
    host->log (host, "the code of cuEventElapsedTime can't be written");
  return GK_OK;
}

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  return honest_cuda_transpose (host, problem, state, stream);
}

const gk_variant cheat_cuda_event_code = {
  .family = "transpose",
  .name = "cuda-event-code",
  .summary = "replaces the code of the function that times",
  .device = GK_CUDA,
  .prepare = prepare,
  .launch = launch,
};
