/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The timing workers that the supervisor keeps: each serves the cases of one
 * plugin on one device, and is replaced after any fault.
 */
#ifndef WORKERS_H
#define WORKERS_H

#include <stdbool.h>
#include <stddef.h>

#include "plan/cases.h"
#include "process/child.h"

/* An idle CUDA context holds some hundred megabytes of the device's memory. */
enum { WORKERS_KEPT = 4 };

struct worker {
  char *plugin, *device; /* what it serves; NULL: an empty slot */
  struct child child;
  const struct case_ *holds; /* a case of the problem whose buffers it has;
                                NULL: none */
  size_t used;               /* the count when it last ran a case */
};

struct workers {
  struct worker worker[WORKERS_KEPT];
  size_t count;
};

/* The worker for a case, started where there is none, while no other holds
 * memory on its device; NULL, complained of, when it can't be. */
struct worker *worker_for (struct workers *workers, const struct case_ *c);
/* Ends one that can't be used any more. */
void worker_retire (struct worker *worker);
/* Ends all. */
void workers_end (struct workers *workers);

#endif
