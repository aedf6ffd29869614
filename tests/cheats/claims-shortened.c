/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Puts a thread between worker and judge that hands orders and claims on, and
 * shortens the times in claims by less than half, which the judge's clock tells
 * from a fast kernel only where it watches single samples.
 *
 * Seen: thought of here; who owns the process can say what it says.
 */
#include <config.h>

#include <stdbool.h>

#include "between.h"
#include "cheats.h"
#include "honest.h"

/* In this turn. */
static bool done;

static int
prepare (const gk_host *host, const gk_device *device, const void *problem,
         const gk_value *values, void **state)
{
  (void)host, (void)device, (void)problem, (void)values, (void)state;
  done = false;
  return GK_OK;
}

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  if (!done)
    between_step (host, 0.6);
  done = true;
  return honest_transpose (host, problem, state, stream);
}

const gk_variant cheat_claims_shortened = {
  .family = "transpose",
  .name = "claims-shortened",
  .summary = "has claims shortened by less than half",
  .device = GK_CPU,
  .prepare = prepare,
  .launch = launch,
};
