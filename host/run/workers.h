/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The timing workers of a lane.  Each serves the cases of one plugin on one
 * device, pinned to one set of cores, timing by one clock.  Up to WORKERS_KEPT
 * are kept; the idle ones are stopped (SIGSTOP), so that threads of a plugin
 * take no time from another's case.
 *
 * A worker is replaced after a crash, a timeout, a device error, and after a
 * case that was wrong, failed, or left its process in another state than it
 * found it (process_state in bench/bench.h): what it wrote anywhere must not be
 * charged to the next case.  With several rounds each case gets a new one,
 * since processes differ.  Only one worker holds memory on a device at a time.
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
  char *plugin, *device; /* NULL: an empty slot */
  char *cpus;            /* that it is pinned to; NULL: none */
  enum timed_by timer;   /* CUPTI is loaded in one that times by kernels */
  struct child child;
  const struct case_ *holds; /* a case of the problem whose buffers it holds;
                              * NULL: none */
  size_t used;               /* workers.count when it last ran a case */
  const struct case_ *last, *before; /* its last case and the one before; NULL:
                                      * none */
};

struct workers {
  struct worker worker[WORKERS_KEPT];
  size_t count;
  struct faults *faults;               /* for workers that died while idle */
  const struct cpu_affinity *affinity; /* NULL: any core */
};

/* Returns the worker for a case, started unless there is one; all others are
 * stopped and hold no memory on its device.  NULL, after a message, when none
 * can be started. */
struct worker *workers_find_or_start (struct workers *workers,
                                      const struct case_ *c);
/* Kills a worker that can't be used any more. */
void worker_retire (struct worker *worker);
/* Records a fault for each that died since its last case. */
void workers_retire_dead (struct workers *workers);
void workers_end (struct workers *workers);

#endif
