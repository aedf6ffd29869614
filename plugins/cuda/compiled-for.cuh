/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The architecture that a kernel's code was compiled for.  A device newer than
 * the plugin's build compiles the PTX in it, which may be for an older
 * architecture and lack its newer instructions.
 */
#ifndef CUDA_COMPILED_FOR_CUH
#define CUDA_COMPILED_FOR_CUH

#include <cuda_runtime.h>

#include <gkhost/plugin.h>

/* True when the code that this device runs was compiled for a compute
 * capability of at least `capability`: 90 for 9.0. */
static inline bool
compiled_for (const void *kernel, int capability)
{
  cudaFuncAttributes made = {};

  return cudaFuncGetAttributes (&made, kernel) == cudaSuccess
         && made.ptxVersion >= capability;
}

/* The same as GK_OK, or GK_SKIP after a message. */
static inline int
check_code (const gk_host *host, const void *kernel, int capability)
{
  if (compiled_for (kernel, capability))
    return GK_OK;
  host->error (host,
               "there is no code here for compute capability %d.%d or later; "
               "build with %d in --with-cuda-arch",
               capability / 10, capability % 10, capability);
  return GK_SKIP;
}

/* True when a kernel that is empty except for sm_90a was compiled for that, for
 * which other architectures have no PTX.  Such a kernel has static shared
 * memory, which it must make sure of. */
static inline bool
compiled_for_90a (const void *kernel)
{
  cudaFuncAttributes made = {};

  return cudaFuncGetAttributes (&made, kernel) == cudaSuccess
         && made.sharedSizeBytes > 0;
}

/* The same as GK_OK, or GK_SKIP after a message. */
static inline int
check_code_90a (const gk_host *host, const void *kernel)
{
  if (compiled_for_90a (kernel))
    return GK_OK;
  host->error (host, "there is no code here for compute capability 9.0a; build "
                     "with 90a in --with-cuda-arch");
  return GK_SKIP;
}

#endif /* CUDA_COMPILED_FOR_CUH */
