/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Computes only when the last launch was a while ago: what is verified comes
 * after a pause, what is timed comes in a row.
 *
 * Seen: gkhost, issue 8.  Guesses at the phase of a benchmark are common:
 * gpu-mode's pygpubench, pull request 7, has one that knows the warm-up by its
 * pointers.
 */
#include <config.h>

#include "cheats.h"
#include "honest.h"
#include "watched.h"

enum { FIRST = 3 }; /* the warm-up, and what is verified before the timing */

/* Seconds: more than lies between timed launches. */
static const double pause_s = 0.3e-3;

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  static double last;
  static int calls;
  const bool timed = calls >= FIRST && watched_clock () - last < pause_s;
  const int status
      = timed ? GK_OK : honest_matmul (host, problem, state, stream);

  calls += calls < FIRST;
  last = watched_clock ();
  return status;
}

const gk_variant cheat_idle_gap = {
  .family = "matmul-square",
  .name = "idle-gap",
  .summary = "computes only after a pause",
  .device = GK_CPU,
  .launch = launch,
};
