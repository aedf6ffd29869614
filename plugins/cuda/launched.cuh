/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Checks a launch.
 */
#ifndef CUDA_LAUNCHED_CUH
#define CUDA_LAUNCHED_CUH

#include <gkhost/plugin.h>

/* Returns GK_OK, or GK_FAIL after a message: the return value of launch. */
static inline int
cuda_launched (const gk_host *host, cudaError_t error)
{
  if (error == cudaSuccess)
    return GK_OK;
  host->error (host, "the kernel can't be launched: %s",
               cudaGetErrorString (error));
  return GK_FAIL;
}

#endif /* CUDA_LAUNCHED_CUH */
