/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which code of a kernel runs here.  A device that is newer than the plugin was
 * built for compiles the PTX there is, which may be of an older architecture,
 * without what only a newer one has.
 */
#ifndef CUDA_COMPILED_FOR_CUH
#define CUDA_COMPILED_FOR_CUH

#include <cuda_runtime.h>

/* Whether the code that this device runs was compiled for a compute capability
 * of at least `capability`, 90 for 9.0. */
static inline bool
compiled_for (const void *kernel, int capability)
{
  cudaFuncAttributes made = {};

  return cudaFuncGetAttributes (&made, kernel) == cudaSuccess
         && made.ptxVersion >= capability;
}

#endif /* CUDA_COMPILED_FOR_CUH */
