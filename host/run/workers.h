/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The timing workers that the supervisor keeps: each serves the cases of one
 * plugin on one device, and is replaced after any fault.  Those that are idle
 * are stopped.
 */
#ifndef WORKERS_H
#define WORKERS_H

#include <stdbool.h>
#include <stddef.h>

#include "plan/cases.h"
#include "run/child.h"
#include "run/faults.h"
#include "run/cpu-affinity.h"

/* An idle CUDA context holds some hundred megabytes of the device's memory. */
enum { WORKERS_KEPT = 4 };

struct worker {
  char *plugin, *device; /* what it serves; NULL: an empty slot */
  char *cpus;            /* processors that it is pinned to; NULL: to none */
  enum timed_by timer;   /* CUPTI looks on in one that times by kernels */
  struct child child;
  const struct case_ *holds; /* a case of the problem whose buffers it has;
                                NULL: none */
  size_t used;               /* the count when it last ran a case */
  const struct case_ *last, *before; /* that it ran, and the one before; NULL:
                                        none */
};

struct workers {
  struct worker worker[WORKERS_KEPT];
  size_t count;
  struct faults *faults; /* where it is noted that one fell while it was idle */
  struct strand *strand; /* that waits for them; NULL: none */
  const struct cpu_affinity *affinity; /* where they time; NULL: anywhere */
};

/* The worker for a case, started where there is none, while no other holds
 * memory on its device, or runs at all; NULL, complained of, when it can't be.
 */
struct worker *workers_find_or_start (struct workers *workers,
                                      const struct case_ *c);
/* Ends one that can't be used any more. */
void worker_retire (struct worker *worker);
/* Notes those that fell since their last case. */
void workers_retire_fallen (struct workers *workers);
/* Ends all. */
void workers_end (struct workers *workers);

#endif
