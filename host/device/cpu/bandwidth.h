/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Loops that only move memory, as fast as one core can; stores don't read the
 * lines that they overwrite.
 */
#ifndef CPU_BANDWIDTH_H
#define CPU_BANDWIDTH_H

#include <stddef.h>

/* The number of bytes, and the alignment of the memory, are multiples of this.
 */
enum { BANDWIDTH_STEP = 256 };

/* Each moves so many bytes. */
void bandwidth_read (char *memory, size_t bytes);
void bandwidth_write (char *memory, size_t bytes);
/* Copies the first half to the second. */
void bandwidth_copy (char *memory, size_t bytes);

#endif
