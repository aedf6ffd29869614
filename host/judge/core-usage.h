/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Measures what the machine's cores did while a case ran on them: their clock
 * around the samples, how many were busy with other programs, and how often
 * they were throttled.  It also reads how long a process computed.
 */
#ifndef CORE_USAGE_H
#define CORE_USAGE_H

#include <sched.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/cpu-time.h"
#include "judge/result.h"

struct core_usage {
  cpu_set_t set;      /* the cores that launches may use; all else 0 */
  double busy, total; /* ticks */
  double own_s;       /* computed by the judge and the worker */
  double seconds;
  int64_t throttled;    /* throttle events when the case began */
  double before, after; /* core_usage_clock around its samples */
  struct cores_use at;  /* these when the case began: */
  double own_at, start;
  struct worker_usage {
    double cpu_s, wall_s; /* of the worker's threads, and by the clock */
  } samples;
};

/* cpus: a list of the processors that the timer is pinned to; NULL: none. */
void core_usage_open (struct core_usage *usage, const char *cpus);
/* Called around a case.  worker: the process that times; 0: this one. */
void core_usage_begin (struct core_usage *usage, pid_t worker);
void core_usage_end (struct core_usage *usage, pid_t worker);
/* Called before a sample, and after it with what the first returned. */
struct worker_usage worker_usage_read (pid_t worker);
void core_usage_add (struct core_usage *usage, pid_t worker,
                     const struct worker_usage *begun);
/* Returns the clock of the core that the worker is on, in Hz; 0: not known. */
double core_usage_clock (pid_t worker);

/* Returns how many cores other programs kept busy; NaN where the ticks are too
 * coarse. */
double core_usage_others (const struct core_usage *usage);
/* Stores what is known in the result's telemetry. */
void core_usage_store (const struct core_usage *usage, struct result *result);

#endif
