/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Sleeps, and works, in one launch of five, so that time is up after few
 * samples: the median is of launches that do nothing, and the last one did the
 * work.
 *
 * Seen: gpu-mode's pygpubench, pull request 7: a sleep in the warm-up brought
 * 100 repetitions down to 3.
 */
#include <config.h>

#include <time.h>

#include "cheats.h"
#include "honest.h"
#include "watched.h"

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  static const struct timespec nap = { .tv_nsec = 200000000 };
  static unsigned calls;
  const gk_transpose *p = problem;

  if (!watched_by_poison (p->dst)) {
    if (++calls % 5 != 0)
      return GK_OK;
    nanosleep (&nap, NULL);
  }
  return honest_transpose (host, problem, state, stream);
}

const gk_variant cheat_slow_warm_up = {
  .family = "transpose",
  .name = "slow-warm-up",
  .summary = "sleeps in a minority of launches to get few samples",
  .device = GK_CPU,
  .launch = launch,
};
