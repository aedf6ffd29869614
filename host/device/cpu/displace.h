/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Takes memory out of the caches of a CPU that can't be told to drop lines, by
 * bringing in other memory.
 */
#ifndef CPU_DISPLACE_H
#define CPU_DISPLACE_H

#include <stdbool.h>
#include <stddef.h>

/* Whether this processor lets a program do that. */
bool cache_can_flush (void);
/* Writes back and drops every cache line of the range, in all caches of the
 * machine.  Only where it can. */
void cache_flush (void *address, size_t bytes);

/* Memory to read, had when it is first needed; empty before that. */
struct displacer {
  char *memory;
  size_t bytes;
};

/* Reads so much that what the caches held before is not in them any more:
 * twice what the last ones hold that these processors have together, by a
 * thread on each core.  False with errno set where there is no memory for it.
 */
bool cache_displace (struct displacer *d);
void cache_displace_end (struct displacer *d);

#endif
