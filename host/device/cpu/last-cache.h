/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The size of the last-level cache.
 */
#ifndef CPU_LAST_CACHE_H
#define CPU_LAST_CACHE_H

#include <sched.h>
#include <stdint.h>

/* Returns the bytes of all last-level caches of these processors together; 0:
 * not known. */
uint64_t last_cache (const cpu_set_t *processors);
/* Returns last_cache of a system whose files are below another root; 0: not
 * known. */
uint64_t last_cache_below (const char *root, const cpu_set_t *processors);

#endif
