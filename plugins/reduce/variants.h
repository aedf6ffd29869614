/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The CPU variants of reduce, one in each file, which has its name.
 */
#ifndef REDUCE_VARIANTS_H
#define REDUCE_VARIANTS_H

#include "part.h"

int reduce_cpu_loop_prepare (const gk_host *host, const gk_device *device,
                             const void *problem, const gk_value *values,
                             void **state);
int reduce_cpu_loop (const gk_host *host, const void *problem, void *state,
                     void *stream);
int reduce_cpu_pairwise (const gk_host *host, const void *problem, void *state,
                         void *stream);
int reduce_cpu_vectors (const gk_host *host, const void *problem, void *state,
                        void *stream);
int reduce_cpu_threads (const gk_host *host, const void *problem, void *state,
                        void *stream);

/* Reduces some elements of a row, at least one, by vectors. */
reduce_part reduce_pieces (const gk_reduce *p, int64_t row, int64_t begin,
                           int64_t end);

#endif /* REDUCE_VARIANTS_H */
