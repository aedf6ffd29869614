/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Kernels that are always launched, and compute only if an earlier kernel of
 * the stream has set a flag: the host need not wait for the device's decision.
 */
#ifndef CUDA_ONLY_IF_CUH
#define CUDA_ONLY_IF_CUH

#include "cuda/pdl.cuh"

/* True when the kernel is to compute: *only_if, in memory, is not 0, or only_if
 * is NULL.  The launch may overlap with the end of the kernel before it, which
 * may write the flag: this waits for it (pdl.cuh).  Where it may not compute,
 * the next kernel's blocks start at once. */
static __device__ __forceinline__ bool
only_if_computes (const unsigned *only_if)
{
  if (__builtin_expect (only_if == nullptr, 1)) {
    pdl_wait_only ();
    return true;
  }
  pdl_wait ();
  return __ldcg (only_if) != 0;
}

#endif /* CUDA_ONLY_IF_CUH */
