/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a process has computed, as the system counts it: time in which it waited
 * for a core, or others ran, is not in it.
 */
#ifndef CPU_TIME_H
#define CPU_TIME_H

#include <sys/types.h>

/* Seconds on a core of the first thread of a process; NaN where the system does
 * not tell. */
double cpu_time (pid_t pid);
/* Likewise of all threads that it has or had; 0: this process. */
double cpu_time_all_threads (pid_t pid);

#endif
