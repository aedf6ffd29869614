/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Evicts memory from the CPU's caches: with an instruction that flushes lines
 * if the processor has one, else by reading other memory until nothing else is
 * left in the caches.
 */
#ifndef CPU_DISPLACE_H
#define CPU_DISPLACE_H

#include <stdbool.h>
#include <stddef.h>

/* True if the processor has such an instruction. */
bool cache_can_flush (void);
/* Writes back and drops each line of the range from all caches of the machine.
 * Call it only if cache_can_flush. */
void cache_flush (void *address, size_t bytes);

/* Memory to read, allocated when first needed; all zero before. */
struct displacer {
  char *memory;
  size_t bytes;
};

/* Reads, on all cores, twice the size of the last-level caches of the usable
 * processors, which evicts what they held.  False with errno if there is no
 * memory for that. */
bool cache_displace (struct displacer *d);
void cache_displace_end (struct displacer *d);

#endif
