/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Puts a slow clock in the place of clock_gettime in the program's table of
 * imports.
 *
 * Seen: gkhost, issue 8, 155 to 1166 times faster; gpu-mode's pygpubench has
 * exploits/submission_got_patch.py, which does so to CUDA's events.
 */
#include <config.h>

#include "cheats.h"
#include "detour.h"
#include "honest.h"
#include "slow-clock.h"

static int
prepare (const gk_host *host, const gk_device *device, const void *problem,
         const gk_value *values, void **state)
{
  (void)device, (void)problem, (void)values, (void)state;
  if (detour_import ("clock_gettime", DETOUR_ADDRESS (slow_clock)))
    return GK_OK;
  host->log (host, "the program imports no clock_gettime that can be replaced");
  return GK_OK;
}

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  return honest_transpose (host, problem, state, stream);
}

const gk_variant cheat_clock_import = {
  .family = "transpose",
  .name = "clock-import",
  .summary = "replaces the clock that the program imports",
  .device = GK_CPU,
  .prepare = prepare,
  .launch = launch,
};
