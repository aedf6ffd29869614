/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Sets of processors, by the numbers that the system gives them, as lists of
 * its own are written: "0-7,16".
 */
#ifndef PROCESSORS_H
#define PROCESSORS_H

#include <sched.h>
#include <stdbool.h>

/* NULL, and the set; else what is wrong with the text, to be freed. */
char *processors_parse (cpu_set_t *set, const char *text);
/* Ascending, with what follows on itself as a range; "" of an empty set; to be
 * freed. */
char *processors_format (const cpu_set_t *set);

/* Those that the calling thread may use; where the system does not tell, all
 * that there are. */
void processors_get_usable (cpu_set_t *set);
/* Lets the calling thread, and threads that it starts, use these alone.  False
 * with errno set. */
bool processors_set_affinity (const cpu_set_t *set);

#endif
