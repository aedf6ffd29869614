/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Random numbers: reproducible ones, and unpredictable ones.
 */
#ifndef BASE_RANDOM_H
#define BASE_RANDOM_H

#include <stddef.h>
#include <stdint.h>

/* Random bits that depend on a seed and a position only, so that they are the
 * same on every machine, and with any number of threads. */

void random_fill (void *memory, size_t bytes, uint64_t seed);

/* Unpredictable random numbers, from the operating system. */

/* Exits with status 3 if the system has none. */
uint64_t entropy_draw (void);
/* From here on several are fetched at a time, which saves system calls.  Only
 * for a process whose memory no plugin's variant can read, and that does not
 * fork: those to come lie there. */
void entropy_keep_stock (void);

#endif
