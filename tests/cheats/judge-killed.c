/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Kills the run's other processes but their parent: a judge that is gone finds
 * nothing wrong.
 *
 * Seen: thought of here.
 */
#include <config.h>

#include <signal.h>

#include "cheats.h"
#include "relatives.h"

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  pid_t process[RELATIVES_MOST];
  const size_t n = relatives_find (process);

  (void)host, (void)problem, (void)state, (void)stream;
  for (size_t i = 1; i < n; i++)
    kill (process[i], SIGKILL);
  return GK_OK;
}

const gk_variant cheat_judge_killed = {
  .family = "transpose",
  .name = "judge-killed",
  .summary = "kills the judge",
  .device = GK_CPU,
  .launch = launch,
};
