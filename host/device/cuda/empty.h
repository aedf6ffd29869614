/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A kernel that computes nothing, to learn what a launch costs by itself.
 */
#ifndef CUDA_EMPTY_H
#define CUDA_EMPTY_H

#include "device/cuda/driver.h"

/* All zero before it is loaded. */
struct cuda_empty {
  cu_module module;
  cu_function function;
};

/* Loads it where it is not yet. */
cu_result cuda_empty_load (struct cuda_empty *e,
                           const struct cuda_driver *driver);
cu_result cuda_empty_launch (const struct cuda_empty *e,
                             const struct cuda_driver *driver,
                             cu_stream stream);
void cuda_empty_unload (struct cuda_empty *e, const struct cuda_driver *driver);

#endif
