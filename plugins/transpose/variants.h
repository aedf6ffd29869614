/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The CPU variants of transpose, one in each file, which has its name.
 */
#ifndef TRANSPOSE_VARIANTS_H
#define TRANSPOSE_VARIANTS_H

#include <gkhost/transpose.h>

int transpose_cpu_naive (const gk_host *host, const void *problem, void *state,
                         void *stream);
int transpose_cpu_blocked (const gk_host *host, const void *problem,
                           void *state, void *stream);
int transpose_cpu_stream (const gk_host *host, const void *problem, void *state,
                          void *stream);

int transpose_cpu_blas_prepare (const gk_host *host, const gk_device *device,
                                const void *problem, const gk_value *values,
                                void **state);
int transpose_cpu_blas (const gk_host *host, const void *problem, void *state,
                        void *stream);

#endif /* TRANSPOSE_VARIANTS_H */
