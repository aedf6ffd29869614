/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Memory that a callback may read and not write: verify gets inputs and outputs
 * as const.  Its pages are read-only while the callback runs.  The first write
 * is recorded and makes them writable, so that the callback goes on: the host
 * can then say which buffer it was, which a crash would not.
 */
#ifndef CONST_MEMORY_H
#define CONST_MEMORY_H

#include <stddef.h>

/* Whole pages; bytes = 0: none. */
struct const_memory {
  void *memory;
  size_t bytes;
};

enum { CONST_MEMORIES = 2 };

/* One callback at a time: the handler of a signal knows no other state. */
void const_memory_begin (const struct const_memory memory[CONST_MEMORIES]);
/* Makes the pages writable again.  Returns the first address that was written;
 * NULL: none was. */
const char *const_memory_end (void);

#endif
