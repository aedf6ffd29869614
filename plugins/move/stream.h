/* SPDX-License-Identifier: BSD-3-Clause
 *
 * memcpy with non-temporal stores, which bypass the caches.
 */
#ifndef MOVE_STREAM_H
#define MOVE_STREAM_H

#include <stddef.h>

/* Writes whole cache lines of the destination by non-temporal stores, and the
 * bytes before and after them by ordinary ones.  Where the processor has no
 * such stores this is memcpy. */
void move_stream (void *dst, const void *src, size_t bytes);

/* Each thread calls this once, after its last move_stream: only then are its
 * stores visible to other threads. */
void move_stream_end (void);

#endif /* MOVE_STREAM_H */
