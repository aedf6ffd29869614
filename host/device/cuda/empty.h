/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Kernels that compute nothing: one that returns, to learn what a launch costs
 * by itself, and one that waits, to learn what costs its time.
 */
#ifndef CUDA_EMPTY_H
#define CUDA_EMPTY_H

#include "device/cuda/driver.h"

enum { CUDA_EMPTY, CUDA_WAIT, N_CUDA_EMPTIES };

/* All zero before it is loaded. */
struct cuda_empty {
  cu_module module;
  cu_function function[N_CUDA_EMPTIES];
};

/* Loads it where it is not yet. */
cu_result cuda_empty_load (struct cuda_empty *e,
                           const struct cuda_driver *driver);
cu_result cuda_empty_launch (const struct cuda_empty *e,
                             const struct cuda_driver *driver, cu_stream stream,
                             double seconds);
void cuda_empty_unload (struct cuda_empty *e, const struct cuda_driver *driver);

#endif
