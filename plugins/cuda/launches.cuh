/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Several launches that were prepared in prepare, one behind the other on the
 * stream: for kernels whose blocks can't wait for each other.
 */
#ifndef CUDA_LAUNCHES_CUH
#define CUDA_LAUNCHES_CUH

#include <stddef.h>

#include <cuda_runtime.h>

#include "cuda/variant.h"

/* The state of a variant of launches_variant. */
struct launches;

/* Returns a list of none, or NULL after a message. */
launches *launches_new (const gk_host *host);

void launches_add_bytes (launches *all, const void *kernel, dim3 grid,
                         unsigned threads, const void *parameter, size_t bytes);

/* Adds a launch, at most 8.  The kernel's single parameter is copied, of at
 * most 64 bytes. */
template <typename Parameter>
static inline void
launches_add (launches *all, void (*kernel) (Parameter), dim3 grid,
              unsigned threads, const Parameter &parameter)
{
  launches_add_bytes (all, (const void *)kernel, grid, threads, &parameter,
                      sizeof parameter);
}

/* A variant whose prepare makes a list. */
gk_variant launches_variant (int (*prepare) (const gk_host *, const gk_device *,
                                             const void *, const gk_value *,
                                             void **));

#endif /* CUDA_LAUNCHES_CUH */
