/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Writes a jump to a slow clock over the code of clock_gettime.
 *
 * Seen: gpu-mode's pygpubench has exploits/submission_function_detour.py, which
 * does so to a function of CUDA's runtime.
 */
#include <config.h>

#include "cheats.h"
#include "honest.h"
#include "slow-clock.h"

static int
prepare (const gk_host *host, const gk_device *device, const void *problem,
         const gk_value *values, void **state)
{
  (void)device, (void)problem, (void)values, (void)state;
  slow_clock_code (host);
  return GK_OK;
}

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  return honest_transpose (host, problem, state, stream);
}

const gk_variant cheat_clock_code = {
  .family = "transpose",
  .name = "clock-code",
  .summary = "replaces the code of clock_gettime",
  .device = GK_CPU,
  .prepare = prepare,
  .launch = launch,
};
