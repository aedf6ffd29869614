/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Takes memory out of the CPU's caches by an instruction that drops lines.
 */
#ifndef FLUSH_H
#define FLUSH_H

#include <stdbool.h>
#include <stddef.h>

/* Whether this processor lets a program do that. */
bool cache_can_flush (void);
/* Writes back and drops every cache line of the range, in all caches of the
 * machine.  Only where it can. */
void cache_flush (void *address, size_t bytes);

#endif
