/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The L2 cache: evicts it before a cold launch, and measures how fast it is
 * read, which no attribute of a device gives.
 */
#ifndef CUDA_CACHE_H
#define CUDA_CACHE_H

#include <stdbool.h>

#include "device/device.h"
#include "device/cuda/driver.h"

/* All zero before it is loaded. */
struct cuda_evictor {
  cu_pointer memory;
  size_t bytes;
  bool filled;
  unsigned blocks;
  cu_module module;
  cu_function function; /* NULL: the driver can't load it */
};

/* Allocates the memory, unless done, for a device of so many bytes of L2 (0:
 * not known) and so many multiprocessors.  If the driver lacks its compiler,
 * each eviction fills the memory instead of reading it. */
cu_result cuda_evictor_load (struct cuda_evictor *e,
                             const struct cuda_driver *driver, uint64_t l2,
                             unsigned multiprocessors);
/* Evicts the L2, in stream order; call cuda_evictor_load first. */
cu_result cuda_evictor_evict (struct cuda_evictor *e,
                              const struct cuda_driver *driver,
                              cu_stream stream);
void cuda_evictor_close (struct cuda_evictor *e,
                         const struct cuda_driver *driver);

/* Measures the rate with a kernel that reads the same part of the L2 again and
 * again: some 0.1 s, and memory of that size; the device must be open.  False
 * with the device's error. */
bool cuda_cache_measure (struct device *d, const struct cuda_driver *driver,
                         double *bytes_per_second);

#endif
