/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Leave for a kernel to have so much dynamic shared memory.
 */
#ifndef CUDA_DYNAMIC_SHARED_CUH
#define CUDA_DYNAMIC_SHARED_CUH

#include <cuda_runtime.h>

/* Leave stays with the kernel, and others of its launches may need more: it is
 * never taken back.  What is static counts too, so that even less than the 48
 * KB that a block gets unasked may need it. */
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
