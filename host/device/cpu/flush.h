/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Takes memory out of the CPU's caches.
 */
#ifndef FLUSH_H
#define FLUSH_H

#include <stdbool.h>
#include <stddef.h>

/* Writes back and drops every cache line of the range, in all caches of the
 * machine.  False on a processor where a program can't do that. */
bool cache_flush (void *address, size_t bytes);

#endif
