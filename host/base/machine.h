/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The state of the machine and of its cores, as the operating system reports
 * it.
 */
#ifndef BASE_MACHINE_H
#define BASE_MACHINE_H

#include <sched.h>
#include <stdint.h>
#include <sys/types.h>

/* The state of the machine, as the operating system reports it. */

/* Returns the host name as UTF-8, to be freed. */
char *machine_name (void);
/* Returns the release of the running kernel, to be freed. */
char *machine_kernel (void);
/* Returns the number of context switches since boot; INTEGER_ABSENT: not known.
 */
int64_t machine_switches (void);
/* Returns the first core's frequency governor, such as "powersave", to be
 * freed; NULL: not known. */
char *machine_governor (void);
/* Returns the setting of transparent huge pages, "always", "madvise" or
 * "never", to be freed; NULL: not known. */
char *machine_huge_pages (void);

/* What the kernel reports about the machine's cores: their clocks, and how
 * often heat throttled them.  The path of each file is prefixed with root, ""
 * except in tests. */

/* Returns the core on which the first thread of a process (0: of this one) ran
 * last; -1: not known. */
int cores_of_process (const char *root, pid_t pid);
/* Returns the clock of a core in Hz; NaN: not known. */
double cores_clock (const char *root, int core);
/* Returns how often cores of a set, or their packages, were throttled for heat
 * or power since boot; INTEGER_ABSENT: not known. */
int64_t cores_throttled (const char *root, const cpu_set_t *set);

#endif
