/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Returns at once; a timer's signal does the work between the host's own steps.
 *
 * Seen: thought of here; what late-thread does, without a thread to be counted.
 */
#include <config.h>

#include <signal.h>
#include <sys/time.h>

#include "cheats.h"
#include "honest.h"
#include "watched.h"

typedef int honest_launch (const gk_host *host, const void *problem,
                           void *state, void *stream);

static honest_launch *honest;
static const void *wanted;

static void
work (int number)
{
  (void)number;
  honest (NULL, wanted, NULL, NULL);
}

static int
prepare (const gk_host *host, const gk_device *device, const void *problem,
         const gk_value *values, void **state)
{
  struct sigaction action = { .sa_handler = work, .sa_flags = SA_RESTART };

  (void)host, (void)device, (void)values, (void)state;
  wanted = problem;
  sigaction (SIGALRM, &action, NULL);
  return GK_OK;
}

static void
release (const gk_host *host, void *state)
{
  static const struct itimerval never;

  (void)host, (void)state;
  setitimer (ITIMER_REAL, &never, NULL);
  signal (SIGALRM, SIG_IGN);
}

static int
launch (honest_launch *work_of, const void *problem, const void *output)
{
  static const struct itimerval soon = { .it_value = { .tv_usec = 50 } };
  static const struct itimerval never;

  honest = work_of;
  if (watched_by_poison (output)) {
    setitimer (ITIMER_REAL, &never, NULL);
    return work_of (NULL, problem, NULL, NULL);
  }
  setitimer (ITIMER_REAL, &soon, NULL);
  return GK_OK;
}

static int
launch_matmul (const gk_host *host, const void *problem, void *state,
               void *stream)
{
  const gk_matmul *p = problem;

  (void)host, (void)state, (void)stream;
  return launch (honest_matmul, problem, p->c);
}

static int
launch_transpose (const gk_host *host, const void *problem, void *state,
                  void *stream)
{
  const gk_transpose *p = problem;

  (void)host, (void)state, (void)stream;
  return launch (honest_transpose, problem, p->dst);
}

const gk_variant cheat_late_signal = {
  .family = "matmul-square",
  .name = "late-signal",
  .summary = "leaves the work to a signal",
  .device = GK_CPU,
  .prepare = prepare,
  .release = release,
  .launch = launch_matmul,
};

/* Its output is too large to be copied right behind each sample. */
const gk_variant cheat_late_signal_large = {
  .family = "transpose",
  .name = "late-signal",
  .summary = "leaves the work to a signal",
  .device = GK_CPU,
  .prepare = prepare,
  .release = release,
  .launch = launch_transpose,
};
