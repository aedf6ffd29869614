/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Memory that a callback may read and not write: verify gets inputs and outputs
 * as const.  Its pages are read-only while the callback runs.  The first write
 * is recorded and makes them writable, so that the callback goes on: the host
 * can then say which buffer it was, which a crash would not.
 *
 * To protect the inputs each time would take longer than to compare them:
 * verify gets a second mapping, which is never writable.
 */
#ifndef CONST_MEMORY_H
#define CONST_MEMORY_H

#include <stddef.h>

#include "base/shared.h"

/* inputs: mapped for reading, unless it has no bytes; outputs: whole pages. One
 * callback at a time: the handler of a signal knows no other state. */
void const_memory_begin (const struct shared *inputs, void *outputs,
                         size_t bytes);
/* Makes outputs writable again.  Returns the first address that was written;
 * NULL: none was.  What was written to inputs is gone. */
const char *const_memory_end (void);

#endif
