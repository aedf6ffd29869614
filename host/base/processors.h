/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Sets of processors, by the kernel's numbers, in the kernel's notation:
 * "0-7,16".
 */
#ifndef PROCESSORS_H
#define PROCESSORS_H

#include <sched.h>
#include <stdbool.h>

/* Parses text into *set.  Returns NULL, or what is wrong with the text, to be
 * freed. */
char *processors_parse (cpu_set_t *set, const char *text);
/* Returns the set in ascending order, with runs as ranges; "" for an empty set;
 * to be freed. */
char *processors_format (const cpu_set_t *set);

/* Stores the processors that the calling thread may use, or all of the machine
 * if that is not known. */
void processors_get_usable (cpu_set_t *set);
/* Pins the calling thread, and the threads that it starts, to these processors.
 * False with errno set. */
bool processors_set_affinity (const cpu_set_t *set);

#endif
