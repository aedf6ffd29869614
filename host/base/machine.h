/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The state of the machine, as the operating system reports it.
 */
#ifndef MACHINE_H
#define MACHINE_H

#include <stdint.h>

/* Returns the host name as UTF-8, to be freed. */
char *machine_name (void);
/* Returns the load average of the last minute; NaN: not known. */
double machine_load (void);
/* Returns the number of context switches since boot; INTEGER_ABSENT: not known.
 */
int64_t machine_switches (void);
/* Returns the first core's frequency governor, such as "powersave", to be
 * freed; NULL: not known. */
char *machine_governor (void);
/* Returns the setting of transparent huge pages, "always", "madvise" or
 * "never", to be freed; NULL: not known. */
char *machine_huge_pages (void);

#endif
