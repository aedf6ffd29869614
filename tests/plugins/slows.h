/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Changes what the run's other processes pass on to their children, as far as
 * any user may change it back: what is slowed down for long would be the test
 * that follows.
 */
#ifndef SLOWS_H
#define SLOWS_H

#include <sched.h>
#include <sys/resource.h>

#include "../cheats/relatives.h"

static inline void
slow_process (pid_t process)
{
  static const int limits[] = { RLIMIT_NPROC, RLIMIT_AS, RLIMIT_STACK };
  const struct sched_param param = { 0 };
  cpu_set_t set;
  int last = CPU_SETSIZE - 1;

  sched_getaffinity (process, sizeof set, &set);
  while (!CPU_ISSET (last, &set))
    last--;
  CPU_ZERO (&set);
  CPU_SET (last, &set);
  sched_setaffinity (process, sizeof set, &set);
  sched_setscheduler (process, SCHED_BATCH, &param);
  for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
    struct rlimit limit;

    if (prlimit (process, limits[i], NULL, &limit) != 0)
      continue;
    limit.rlim_cur = limit.rlim_cur == RLIM_INFINITY ? (rlim_t)1 << 60
                                                     : limit.rlim_cur - 1;
    prlimit (process, limits[i], &limit, NULL);
  }
}

static inline void
slow_relatives (void)
{
  pid_t process[RELATIVES_MOST];
  const size_t n = relatives_find (process);

  for (size_t i = 0; i < n; i++)
    slow_process (process[i]);
}

#endif
