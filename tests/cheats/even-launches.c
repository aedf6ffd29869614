/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Computes in every other launch.
 *
 * Seen: the tensara pull request 172 has the like: a static variable that knows
 * the second call.
 */
#include <config.h>

#include "cheats.h"
#include "honest.h"
#include "watched.h"

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  static bool odd;
  const gk_transpose *p = problem;

  odd = !odd;
  if (odd && !watched_by_poison (p->dst))
    return GK_OK;
  return honest_transpose (host, problem, state, stream);
}

const gk_variant cheat_even_launches = {
  .family = "transpose",
  .name = "even-launches",
  .summary = "computes in every other launch",
  .device = GK_CPU,
  .launch = launch,
};
