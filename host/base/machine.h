/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the machine is doing, as the system tells it.
 */
#ifndef MACHINE_H
#define MACHINE_H

#include <stdint.h>

/* What it is called, as UTF-8; to be freed. */
char *machine_name (void);
/* The average load of the last minute; a NaN: it is not told. */
double machine_load (void);
/* How often cores went from one thread to another since the machine was
 * started; INTEGER_ABSENT: it is not told. */
int64_t machine_switches (void);
/* What decides the first core's clock, such as "powersave"; to be freed, NULL:
 * it is not told. */
char *machine_governor (void);
/* Which memory the system backs with huge pages: "always", "madvise" or
 * "never"; to be freed, NULL: it is not told. */
char *machine_huge_pages (void);

#endif
