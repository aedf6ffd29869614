/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Host memory between two fences, which are inaccessible addresses: code that
 * runs far outside of its buffer crashes instead of corrupting other memory.
 */
#ifndef FENCED_H
#define FENCED_H

#include <stddef.h>

/* Returns cleared memory at a multiple of alignment, which is a power of two
 * and a multiple of the page size; a fence begins with the page after it.  NULL
 * with errno. */
void *fenced_alloc (size_t bytes, size_t alignment);
void fenced_free (void *address);

#endif
