/* SPDX-License-Identifier: BSD-3-Clause
 *
 * As claims-shortened, but by far more, in each second turn: an audit of one
 * turn may find nothing.
 *
 * Seen: thought of here, as turns were.
 */
#include <config.h>

#include <stdbool.h>

#include "between.h"
#include "cheats.h"
#include "honest.h"

static bool done; /* in this turn */
static int turns;

static int
prepare (const gk_host *host, const gk_device *device, const void *problem,
         const gk_value *values, void **state)
{
  (void)host, (void)device, (void)problem, (void)values, (void)state;
  done = false;
  turns++;
  return GK_OK;
}

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  if (!done && turns % 2 == 1)
    between_step (host, 0.05);
  done = true;
  return honest_transpose (host, problem, state, stream);
}

const gk_variant cheat_claims_in_turns = {
  .family = "transpose",
  .name = "claims-in-turns",
  .summary = "has claims shortened in each second turn",
  .device = GK_CPU,
  .prepare = prepare,
  .launch = launch,
};
