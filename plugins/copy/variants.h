/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The CPU variants of copy, one in each file, which has its name.
 */
#ifndef COPY_VARIANTS_H
#define COPY_VARIANTS_H

#include <gkhost/copy.h>

const char *copy_cpu_memcpy_library (const gk_host *host, void *state);
int copy_cpu_memcpy (const gk_host *host, const void *problem, void *state,
                     void *stream);
int copy_cpu_threads (const gk_host *host, const void *problem, void *state,
                      void *stream);
int copy_cpu_stream (const gk_host *host, const void *problem, void *state,
                     void *stream);

#endif /* COPY_VARIANTS_H */
