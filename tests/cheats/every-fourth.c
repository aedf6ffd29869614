/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Collects calls, and does the work of four in the fourth.
 *
 * Seen: gpu-mode's reference-kernels, pull request 104: fifteen calls in one
 * launch, the other fourteen for nothing.
 */
#include <config.h>

#include "cheats.h"
#include "honest.h"
#include "watched.h"

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  static unsigned calls;
  const gk_transpose *p = problem;

  if (!watched_by_poison (p->dst) && ++calls % 4 != 0)
    return GK_OK;
  return honest_transpose (host, problem, state, stream);
}

const gk_variant cheat_every_fourth = {
  .family = "transpose",
  .name = "every-fourth",
  .summary = "does the work of four calls in one",
  .device = GK_CPU,
  .launch = launch,
};
