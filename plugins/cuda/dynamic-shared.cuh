/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Raises a kernel's limit of dynamic shared memory.
 */
#ifndef CUDA_DYNAMIC_SHARED_CUH
#define CUDA_DYNAMIC_SHARED_CUH

#include <cuda_runtime.h>

/* The limit stays with the kernel, and other launches of it may need more, so
 * it is never lowered.  Static shared memory counts too, so a kernel may need
 * this even below the default limit of 48 KB. */
static inline cudaError_t
dynamic_shared_allow (const void *kernel, int bytes)
{
  struct cudaFuncAttributes now;
  cudaError_t e = cudaFuncGetAttributes (&now, kernel);

  if (e == cudaSuccess && bytes > now.maxDynamicSharedSizeBytes)
    e = cudaFuncSetAttribute (
        kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  return e;
}

#endif /* CUDA_DYNAMIC_SHARED_CUH */
