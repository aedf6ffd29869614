/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Takes memory and time away from the run's other processes, but not from their
 * parent, by limits: what can't be judged may pass.
 *
 * Seen: thought of here.
 */
#include <config.h>

#include <sys/resource.h>

#include "cheats.h"
#include "relatives.h"

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  static const struct rlimit none = { 0, 0 };
  pid_t process[RELATIVES_MOST];
  const size_t n = relatives_find (process);

  (void)host, (void)problem, (void)state, (void)stream;
  for (size_t i = 1; i < n; i++) {
    prlimit (process[i], RLIMIT_DATA, &none, NULL);
    prlimit (process[i], RLIMIT_AS, &none, NULL);
    prlimit (process[i], RLIMIT_CPU, &none, NULL);
  }
  return GK_OK;
}

const gk_variant cheat_judge_starved = {
  .family = "transpose",
  .name = "judge-starved",
  .summary = "leaves the judge no memory",
  .device = GK_CPU,
  .launch = launch,
};
