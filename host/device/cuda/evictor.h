/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Throws out all that is in the L2 cache, by way of memory of the host's own,
 * and leaves no line there that is dirty.  It is filled once and read each
 * time: lines that an eviction wrote would have to be written back while the
 * launch behind it runs, and count against that one.
 */
#ifndef CUDA_EVICTOR_H
#define CUDA_EVICTOR_H

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

#endif
