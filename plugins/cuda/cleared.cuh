/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Memory that is 0 before the first launch.
 */
#ifndef CUDA_CLEARED_CUH
#define CUDA_CLEARED_CUH

#include "cuda/launched.cuh"

/* For prepare: takes a workspace of n elements, and clears it on the stream of
 * the launches.  GK_SKIP: there is none; GK_FAIL after a message. */
template <typename T>
static inline int
cleared_workspace (const gk_host *host, const gk_device *device, size_t n,
                   T **memory)
{
  *memory = (T *)host->workspace (host, n * sizeof (T));
  if (*memory == NULL)
    return GK_SKIP;
  return cuda_launched (host, cudaMemsetAsync (*memory, 0, n * sizeof (T),
                                               (cudaStream_t)device->stream));
}

#endif /* CUDA_CLEARED_CUH */
