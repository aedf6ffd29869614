/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Places: where the processes compute that serve devices side by side.  Each
 * worker has cores near its device to itself, and that node's memory; judges
 * have the others, where there are enough.
 */
#ifndef CPU_AFFINITY_H
#define CPU_AFFINITY_H

#include <jansson.h>
#include <sched.h>
#include <stddef.h>

#include "suite/job.h"

struct cpu_affinity {
  char *worker, *judge; /* lists of processors; NULL: any */
  int node;             /* whose memory the worker has; -1: any */
};

/* Of n devices, each by its address on the bus (NULL: it is not known), on
 * processors that may be used.  root as in base/topology.h.  Each is to be
 * freed. */
void cpu_affinities_make (struct cpu_affinity *affinity, const char *root,
                          const char *const *address, size_t n,
                          const cpu_set_t *usable);
void cpu_affinity_free (struct cpu_affinity *affinity);

/* In all that follows a affinity may be NULL, which is anywhere. */

/* The processors of who times a job's cases: what the job says comes first.
 * NULL: any. */
const char *cpu_affinity_cpus (const struct cpu_affinity *affinity,
                               const struct job *job);
/* Says in a request where a job's cases are timed. */
void cpu_affinity_set_timing (const struct cpu_affinity *affinity,
                              const struct job *job, json_t *request);
/* Says in one where it is judged. */
void cpu_affinity_set_judge (const struct cpu_affinity *affinity, json_t *request);

#endif
