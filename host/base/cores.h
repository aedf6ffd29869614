/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the system tells of the machine's cores: for how long they were busy, at
 * which clock they run, and how often heat held them back.  root stands before
 * every path, "" but in tests.
 */
#ifndef CORES_H
#define CORES_H

#include <sched.h>
#include <stdint.h>
#include <sys/types.h>

/* Counts of the system's ticks, over all cores of a set. */
struct cores_use {
  double busy, total; /* total 0: it is not told */
};

/* Since the machine was started.  What a hypervisor gave to others counts as
 * busy. */
struct cores_use cores_read_use (const char *root, const cpu_set_t *set);
/* The core that a process's first thread ran on last, 0: this process; -1: it
 * is not told. */
int cores_of_process (const char *root, pid_t pid);
/* The clock of a core, in Hz; NaN: it is not told. */
double cores_clock (const char *root, int core);
/* How often cores of a set, or their package, were slowed down for heat or
 * power since the machine was started; INTEGER_ABSENT: it is not told. */
int64_t cores_throttled (const char *root, const cpu_set_t *set);

#endif
