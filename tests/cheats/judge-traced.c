/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Attaches to the run's other processes as a debugger does, and holds them
 * still: who is held can't say that nothing was computed.  (It lets go after a
 * second.)
 *
 * Seen: gpu-mode's pygpubench, exploits/submission_ptrace.py.
 */
#include <config.h>

#include <sys/ptrace.h>
#include <sys/wait.h>
#include <time.h>

#include "cheats.h"
#include "relatives.h"

static int
prepare (const gk_host *host, const gk_device *device, const void *problem,
         const gk_value *values, void **state)
{
  static const struct timespec second = { .tv_sec = 1 };
  pid_t process[RELATIVES_MOST];
  const size_t n = relatives_find (process);
  bool held[RELATIVES_MOST] = { false };

  (void)host, (void)device, (void)problem, (void)values, (void)state;
  for (size_t i = 0; i < n; i++)
    held[i] = ptrace (PTRACE_SEIZE, process[i], 0, 0) == 0
              && ptrace (PTRACE_INTERRUPT, process[i], 0, 0) == 0;
  for (size_t i = 0; i < n; i++)
    if (held[i]) {
      waitpid (process[i], NULL, 0);
      nanosleep (&second, NULL);
      ptrace (PTRACE_DETACH, process[i], 0, 0);
    }
  return GK_OK;
}

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  (void)host, (void)problem, (void)state, (void)stream;
  return GK_OK;
}

const gk_variant cheat_judge_traced = {
  .family = "transpose",
  .name = "judge-traced",
  .summary = "holds the judge still",
  .device = GK_CPU,
  .prepare = prepare,
  .launch = launch,
};
