/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Is right in the first three launches, and leaves the output to itself after
 * them.
 *
 * Seen: karpathy's llm.c, pull request 852: right for ten calls, which is where
 * the check before the benchmark ended.
 */
#include <config.h>

#include "cheats.h"
#include "honest.h"

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  static int calls;

  if (calls == 3)
    return GK_OK;
  calls++;
  return honest_transpose (host, problem, state, stream);
}

const gk_variant cheat_first_three = {
  .family = "transpose",
  .name = "first-three",
  .summary = "computes in the first three launches only",
  .device = GK_CPU,
  .launch = launch,
};
