/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The CPU variants of softmax, one in each file, which has its name.
 */
#ifndef SOFTMAX_VARIANTS_H
#define SOFTMAX_VARIANTS_H

#include "row.h"

int softmax_cpu_passes (const gk_host *host, const void *problem, void *state,
                        void *stream);
int softmax_cpu_online (const gk_host *host, const void *problem, void *state,
                        void *stream);
int softmax_cpu_threads (const gk_host *host, const void *problem, void *state,
                         void *stream);

#endif /* SOFTMAX_VARIANTS_H */
