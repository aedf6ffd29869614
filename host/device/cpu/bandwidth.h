/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Loops that do nothing but move memory, as fast as one core can: no line is
 * read only to be written over.
 */
#ifndef CPU_BANDWIDTH_H
#define CPU_BANDWIDTH_H

#include <stddef.h>

/* What the bytes are a multiple of, and the memory is aligned to. */
enum { BANDWIDTH_STEP = 256 };

/* Each moves so many bytes. */
void bandwidth_read (char *memory, size_t bytes);
void bandwidth_write (char *memory, size_t bytes);
/* From the first half to the second: as many are read as written. */
void bandwidth_copy (char *memory, size_t bytes);

#endif
