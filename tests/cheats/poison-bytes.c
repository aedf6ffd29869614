/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Computes only where the output holds bytes that a host is known to poison
 * with, so that launches on an output that is still right cost nothing.
 *
 * Seen: gkhost, issue 8, where the poison was written once before the timed
 * launches.
 */
#include <config.h>

#include "cheats.h"
#include "honest.h"
#include "watched.h"

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  const gk_transpose *p = problem;

  if (!watched_by_poison (p->dst))
    return GK_OK;
  return honest_transpose (host, problem, state, stream);
}

const gk_variant cheat_poison_bytes = {
  .family = "transpose",
  .name = "poison-bytes",
  .summary = "computes only where it knows the poison",
  .device = GK_CPU,
  .launch = launch,
};
