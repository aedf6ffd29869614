/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Places: where the processes compute that serve devices side by side.  Each
 * worker has cores near its device to itself, and that node's memory; judges
 * have the others, where there are enough.
 */
#ifndef PLACE_H
#define PLACE_H

#include <jansson.h>
#include <sched.h>
#include <stddef.h>

#include "suite/job.h"

struct place {
  char *worker, *judge; /* lists of processors; NULL: any */
  int node;             /* whose memory the worker has; -1: any */
};

/* Of n devices, each by its address on the bus (NULL: it is not known), on
 * processors that may be used.  root as in base/topology.h.  Each is to be
 * freed. */
void places_make (struct place *place, const char *root,
                  const char *const *address, size_t n,
                  const cpu_set_t *usable);
void place_free (struct place *place);

/* In all that follows a place may be NULL, which is anywhere. */

/* The processors of who times a job's cases: what the job says comes first.
 * NULL: any. */
const char *place_cpus (const struct place *place, const struct job *job);
/* Says in a request where a job's cases are timed. */
void place_timing (const struct place *place, const struct job *job,
                   json_t *request);
/* Says in one where it is judged. */
void place_judge (const struct place *place, json_t *request);

#endif
