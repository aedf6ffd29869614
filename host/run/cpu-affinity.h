/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The cores of processes that serve devices side by side.  Each worker has
 * cores near its device to itself, and that node's memory; each judge has its
 * share of the other cores, where there are enough.
 */
#ifndef CPU_AFFINITY_H
#define CPU_AFFINITY_H

#include <jansson.h>
#include <sched.h>
#include <stddef.h>

#include "suite/job.h"

struct cpu_affinity {
  char *worker, *judge; /* lists of processors; NULL: any */
  int node;             /* NUMA node of the worker's memory; -1: any */
};

/* Distributes usable processors over n devices, each given by its address on
 * the bus (NULL: not known).  root as in base/processors.h.  Free each with
 * cpu_affinity_free. */
void cpu_affinities_make (struct cpu_affinity *affinity, const char *root,
                          const char *const *address, size_t n,
                          const cpu_set_t *usable);
void cpu_affinity_free (struct cpu_affinity *affinity);

/* In the following an affinity may be NULL: any core. */

/* Returns the processors on which a job's cases are timed: those of the job's
 * setting, else the affinity's.  NULL: any. */
const char *cpu_affinity_cpus (const struct cpu_affinity *affinity,
                               const struct job *job);
/* Sets in a request where a job's cases are timed. */
void cpu_affinity_set_timing (const struct cpu_affinity *affinity,
                              const struct job *job, json_t *request);
/* Sets in a request where it is judged. */
void cpu_affinity_set_judge (const struct cpu_affinity *affinity,
                             json_t *request);

#endif
