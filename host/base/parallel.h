/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Work on a large piece of memory, a part on each core.
 */
#ifndef PARALLEL_H
#define PARALLEL_H

#include <stddef.h>

/* Does the part from byte `from` to byte `end`. */
typedef void parallel_part (void *user, size_t from, size_t end);

/* Does all parts of so many bytes, the caller's thread among those that do; all
 * threads have ended on return.  Parts begin at multiples of 64. */
void parallel_run (size_t bytes, parallel_part *part, void *user);

/* memcpy of memory that does not overlap. */
void parallel_copy (void *to, const void *from, size_t bytes);

#endif
