/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How long processes have computed, and how busy the machine's cores were.
 * No other file reads either.
 */
#ifndef CPU_TIME_H
#define CPU_TIME_H

#include <sched.h>
#include <stdbool.h>
#include <sys/types.h>

/* Opens what cpu_time reads of a process.  Returns a descriptor, which is to be
 * closed; -1 where the system does not report it. */
int cpu_time_open (pid_t pid);
/* Returns the seconds that the first thread of the process has computed,
 * without the time in which it waited for a core; NaN: not known.  It takes one
 * system call, so that it can be read around each order. */
double cpu_time (int fd);
/* Returns the seconds of all threads that the process has or had; 0: this
 * process. */
double cpu_time_all_threads (pid_t pid);
/* Returns the seconds in which its threads computed or waited for a core, so
 * that a busy machine changes it little; NaN where the system does not report
 * it. */
double cpu_time_wanted (pid_t pid);
/* Whether the process has one thread alone; false: not known. */
bool cpu_time_has_one_thread (pid_t pid);
/* Returns the seconds that the caller's thread waited for a core; NaN: not
 * known. */
double cpu_time_waited (void);
/* Returns the seconds of this process's threads other than the caller's. */
double cpu_time_other_threads (void);

/* Returns the load average of the last minute; NaN: not known. */
double cpu_load (void);

/* In the kernel's ticks, summed over a set of cores. */
struct cores_use {
  double busy, total; /* total 0: not known */
};

/* Returns the use since boot.  Time that a hypervisor gave to other machines
 * counts as busy.  root: precedes the path of /proc, "" except in tests. */
struct cores_use cpu_time_of_cores (const char *root, const cpu_set_t *set);

#endif
