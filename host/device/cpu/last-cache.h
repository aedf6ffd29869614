/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The last cache before the memory.
 */
#ifndef CPU_LAST_CACHE_H
#define CPU_LAST_CACHE_H

#include <sched.h>
#include <stdint.h>

/* Bytes, all of those together that these processors have; 0: not known. */
uint64_t last_cache (const cpu_set_t *processors);
/* The same of a system whose files lie below another root; 0 where it has none
 * that tell. */
uint64_t last_cache_below (const char *root, const cpu_set_t *processors);

#endif
