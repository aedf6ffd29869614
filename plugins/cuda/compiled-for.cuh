/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which code of a kernel runs here.  A device that is newer than the plugin was
 * built for compiles the PTX there is, which may be of an older architecture,
 * without what only a newer one has.
 */
#ifndef CUDA_COMPILED_FOR_CUH
#define CUDA_COMPILED_FOR_CUH

#include <cuda_runtime.h>

#include <gkhost/plugin.h>

/* Whether the code that this device runs was compiled for a compute capability
 * of at least `capability`, 90 for 9.0. */
static inline bool
compiled_for (const void *kernel, int capability)
{
  cudaFuncAttributes made = {};

  return cudaFuncGetAttributes (&made, kernel) == cudaSuccess
         && made.ptxVersion >= capability;
}

/* GK_OK, or GK_SKIP with the reason told: whether it was. */
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

/* Whether a kernel that is empty but for sm_90a, of which there is no PTX for
 * others, was compiled for that.  Then it has shared memory of a fixed size,
 * which the kernel must take care of. */
static inline bool
compiled_for_90a (const void *kernel)
{
  cudaFuncAttributes made = {};

  return cudaFuncGetAttributes (&made, kernel) == cudaSuccess
         && made.sharedSizeBytes > 0;
}

/* GK_OK, or GK_SKIP with the reason told: whether it was. */
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
