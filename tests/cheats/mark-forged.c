/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Slows the clock, and marks the end of a sample as its launch begins, so that
 * the judge sees no more of it than the clock says.
 */
#include <config.h>

#include "cheats.h"
#include "honest.h"
#include "mark.h"
#include "slow-clock.h"

static uint32_t *mark;

static int
prepare (const gk_host *host, const gk_device *device, const void *problem,
         const gk_value *values, void **state)
{
  (void)device, (void)problem, (void)values, (void)state;
  mark = NULL;
  slow_clock_code (host);
  return GK_OK;
}

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  if (mark == NULL)
    mark = mark_find ();
  if (mark != NULL && *mark == 1)
    *(volatile uint32_t *)mark = 2;
  return honest_transpose (host, problem, state, stream);
}

const gk_variant cheat_mark_forged = {
  .family = "transpose",
  .name = "mark-forged",
  .summary = "slows the clock, and ends samples before they begin",
  .device = GK_CPU,
  .prepare = prepare,
  .launch = launch,
};
