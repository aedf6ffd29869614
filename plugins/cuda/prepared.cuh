/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Prepares a launch (prepared.h).
 */
#ifndef CUDA_PREPARED_CUH
#define CUDA_PREPARED_CUH

#include <stddef.h>

#include <cuda_runtime.h>

#include "cuda/prepared.h"

struct prepared_shape {
  dim3 grid, block;
  int shared;   /* bytes of dynamic shared memory */
  int carveout; /* shared memory of a multiprocessor, in percent of the most it
                   can have; 0: as the driver chooses */
  int cluster;  /* blocks of a cluster, along the grid's first dimension; 0: no
                   clusters */
  bool pdl;     /* the kernel calls pdl_wait, and may start early where the
                   device can (pdl.cuh) */
  void *before; /* another prepared launch, which goes first, or NULL; it
                   belongs to this one, also when that is not made */
};

extern "C" int prepared_make_bytes (const gk_host *host, const void *kernel,
                                    const struct prepared_shape *shape,
                                    const void *parameter, size_t bytes,
                                    void **state);

/* Prepares a launch, for prepare to return.  The parameter is copied. */
template <typename Parameter>
static inline int
prepared_make (const gk_host *host, void (*kernel) (Parameter),
               const struct prepared_shape &shape, const Parameter &parameter,
               void **state)
{
  return prepared_make_bytes (host, (const void *)kernel, &shape, &parameter,
                              sizeof parameter, state);
}

#endif /* CUDA_PREPARED_CUH */
