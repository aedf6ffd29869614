/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The CPU variants of stream, one in each file, which has its name.
 */
#ifndef STREAM_VARIANTS_H
#define STREAM_VARIANTS_H

#include "apply.h"

int stream_cpu_loop (const gk_host *host, const void *problem, void *state,
                     void *stream);
int stream_cpu_threads (const gk_host *host, const void *problem, void *state,
                        void *stream);
int stream_cpu_stream_prepare (const gk_host *host, const gk_device *device,
                               const void *problem, const gk_value *values,
                               void **state);
int stream_cpu_stream (const gk_host *host, const void *problem, void *state,
                       void *stream);

#endif /* STREAM_VARIANTS_H */
