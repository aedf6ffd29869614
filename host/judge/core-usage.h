/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the machine's cores did while a case had its turns on them: their clock
 * around the samples, how busy others kept them, and how often heat held them
 * back.
 */
#ifndef CORE_USAGE_H
#define CORE_USAGE_H

#include <sched.h>
#include <stdint.h>
#include <sys/types.h>

#include "judge/result.h"

struct core_usage {
  cpu_set_t set; /* the cores that launches may use; all else 0 */
  /* Over the turns that are over. */
  double busy, total; /* ticks */
  double own_s;       /* that the judge and the worker computed */
  double seconds;
  int turns;
  int64_t throttled;    /* as the first turn began */
  double before, after; /* clocks; 0: not looked at */
  struct {
    double busy, total, own_s, start;
  } at; /* as the turn began */
};

/* Nothing was seen yet.  cpus: a list of those that the process which times is
 * pinned to; NULL: to none. */
void core_usage_open (struct core_usage *watch, const char *cpus);
/* Around a turn.  worker: the process that times; 0: this one. */
void core_usage_begin (struct core_usage *watch, pid_t worker);
void core_usage_end (struct core_usage *watch, pid_t worker);
/* Around its samples: the clock of the core that the worker is on. */
void core_usage_before (struct core_usage *watch, pid_t worker);
void core_usage_after (struct core_usage *watch, pid_t worker);

/* How many cores others kept busy, of so many that were in use for ticks of
 * which some were busy; NaN where the ticks are too coarse to tell. */
double core_usage_others (const struct core_usage *watch);
/* Sets what is known. */
void core_usage_store (const struct core_usage *watch, struct result *result);

#endif
