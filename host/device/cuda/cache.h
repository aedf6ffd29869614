/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How fast the L2 cache is read, which no attribute of a device tells: by a
 * kernel that reads what fits in it again and again.
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
  cu_function function; /* NULL: the driver does not load it */
};

/* Makes it for a device of so many bytes of L2 (0: not known) and so many
 * multiprocessors, where it is not yet.  A driver that lacks its compiler is no
 * error: then each eviction fills the memory, and does not read it. */
cu_result cuda_evictor_load (struct cuda_evictor *e,
                             const struct cuda_driver *driver, uint64_t l2,
                             unsigned multiprocessors);
/* In stream order; needs it to be loaded. */
cu_result cuda_evictor_evict (struct cuda_evictor *e,
                              const struct cuda_driver *driver,
                              cu_stream stream);
void cuda_evictor_close (struct cuda_evictor *e,
                         const struct cuda_driver *driver);

/* Takes some 0.1 s, and a part of the L2 of memory; the device is open.  False,
 * with the reason in its error, when it can't. */
bool cuda_cache_measure (struct device *d, const struct cuda_driver *driver,
                         double *bytes_per_second);

#endif
