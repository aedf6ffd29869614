/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Notes that there is work, and does it when the case is released.
 *
 * Seen: thought of here, as the far end of "lazy evaluation" in DeepReinforce's
 * account of hacks in automatic kernel generation.
 */
#include <config.h>

#include "cheats.h"
#include "honest.h"
#include "watched.h"

static const void *left;

static void
release (const gk_host *host, void *state)
{
  if (left != NULL)
    honest_transpose (host, left, state, NULL);
  left = NULL;
}

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  const gk_transpose *p = problem;

  if (watched_by_poison (p->dst))
    return honest_transpose (host, problem, state, stream);
  left = problem;
  return GK_OK;
}

const gk_variant cheat_left_to_release = {
  .family = "transpose",
  .name = "left-to-release",
  .summary = "leaves the work to release",
  .device = GK_CPU,
  .release = release,
  .launch = launch,
};
