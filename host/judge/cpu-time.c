/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>
#include <stdio.h>
#include <time.h>

#include "judge/cpu-time.h"

double
cpu_time (pid_t pid)
{
  unsigned long long ns;
  char path[64];
  FILE *f;
  int n;

  snprintf (path, sizeof path, "/proc/%ld/task/%ld/schedstat", (long)pid,
            (long)pid);
  f = pid > 0 ? fopen (path, "re") : NULL;
  if (f == NULL)
    return NAN;
  n = fscanf (f, "%llu", &ns);
  fclose (f);
  return n == 1 ? 1e-9 * (double)ns : NAN;
}

double
cpu_time_all_threads (pid_t pid)
{
  struct timespec t;
  clockid_t clock;

  if (clock_getcpuclockid (pid, &clock) != 0 || clock_gettime (clock, &t) != 0)
    return NAN;
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
