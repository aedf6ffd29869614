/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The cores that this process may use, and the last cache that they have: a
 * container or taskset gives fewer than the machine has.
 */
#ifndef CPU_CORES_H
#define CPU_CORES_H

#include <sched.h>
#include <stdint.h>

/* How many there are. */
unsigned cores_usable (cpu_set_t *cores);

/* Bytes of the last cache before the memory, all of those together that these
 * cores have; 0: not known. */
uint64_t cores_last_cache (const cpu_set_t *cores);
/* The same of a system whose files lie below another root; 0 where it has none
 * that tell. */
uint64_t cores_last_cache_below (const char *root, const cpu_set_t *cores);

#endif
