/* SPDX-License-Identifier: BSD-3-Clause
 *
 * memcpy with non-temporal stores, which bypass the caches.
 */
#ifndef MOVE_STREAM_H
#define MOVE_STREAM_H

#include <stddef.h>

/* Lines that lie whole in the destination are written by non-temporal stores,
 * what is in front and behind in the usual way.  Where the processor has no
 * such stores this is memcpy. */
void move_stream (void *dst, const void *src, size_t bytes);

/* To be called once by each thread after its last move_stream: the stores are
 * seen by others only then. */
void move_stream_end (void);

#endif /* MOVE_STREAM_H */
