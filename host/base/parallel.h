/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Splits work on a large piece of memory among cores.
 */
#ifndef PARALLEL_H
#define PARALLEL_H

#include <stdbool.h>
#include <stddef.h>

/* Works on the bytes from `from` up to `end`. */
typedef void parallel_part (void *user, size_t from, size_t end);

/* Calls part for all of `bytes`, also on the caller's thread; all threads have
 * ended when it returns.  Parts begin at multiples of 64. */
void parallel_run (size_t bytes, parallel_part *part, void *user);

/* Like memcpy, for memory that does not overlap. */
void parallel_copy (void *to, const void *from, size_t bytes);
/* The same; true when the bytes there were others.  Those that are as they were
 * are not written, which takes half as long. */
bool parallel_update (void *to, const void *from, size_t bytes);
/* Sets all bytes to zero. */
void parallel_clear (void *memory, size_t bytes);
/* True when both have the same bytes. */
bool parallel_equal (const void *a, const void *b, size_t bytes);

#endif
