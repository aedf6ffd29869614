/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Keeps a process that runs kernels away from those that judge them: all have
 * one user, whose processes could otherwise read each other's memory, and
 * change where and how fast the others run.
 */
#ifndef CONFINE_H
#define CONFINE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* For a process with secrets: no other process of the same user may read its
 * memory or trace it, and it writes no core file.  exec undoes this, so that
 * each program calls it for itself. */
void confine_secret (void);

/* Processes of the run that a worker must not change; 0: none. */
struct run_ids {
  pid_t supervisor; /* the parent of the worker's parent */
  pid_t judge;
};

/* What a worker is kept from. */
struct confined {
  bool memory;  /* tracing a secret process, for good */
  bool signals; /* tracing and signalling all but what it starts itself, by
                 * Landlock */
  bool calls;   /* placing and limiting the run's other processes, and trapping
                 * clocks, by seccomp (call-filter.c) */
};

/* Confines a process that will run a plugin, while it has one thread.  What the
 * kernel lacks is left out. */
struct confined confine_worker (const struct run_ids *ids);

/* Returns what is missing, and what a plugin can do therefore, to be freed;
 * NULL: nothing is. */
char *confined_lacks (const struct confined *confined);

/* The ids that a filter compares with, at most. */
enum { CONFINE_IDS_MOST = 4 };

/* Enters the filter of call-filter.c; ids of 0 are left out.  False where the
 * kernel or the architecture has none. */
bool call_filter_enter (const pid_t *id, size_t n);

#endif
