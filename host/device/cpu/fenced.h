/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Host memory that lies between two fences: address space that nobody may read
 * or write, so that what runs far beyond its buffer crashes, and spoils nothing
 * else.
 */
#ifndef FENCED_H
#define FENCED_H

#include <stddef.h>

/* Begins at a multiple of alignment, a power of two and of the page size, and
 * is cleared; the fence behind it begins with the next page.  NULL with errno.
 */
void *fenced_alloc (size_t bytes, size_t alignment);
void fenced_free (void *address);

#endif
