/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The variant that `best` selects.  The function prepares a launch
 * (cuda/prepared.h), or returns GK_SKIP after a message.
 */
#ifndef STREAM_MAKE_H
#define STREAM_MAKE_H

#include <gkhost/stream.h>

#ifdef __cplusplus
extern "C" {
#endif

int stream_vector_make (const gk_host *host, const gk_device *device,
                        const gk_stream *p, int words, void **state);

#ifdef __cplusplus
}
#endif

#endif /* STREAM_MAKE_H */
