/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Kernels that are launched in any case, and compute only where one before them
 * in the stream says so: what a device finds out the host need not wait for.
 */
#ifndef CUDA_ONLY_IF_CUH
#define CUDA_ONLY_IF_CUH

#include "cuda/pdl.cuh"

/* Whether it computes: if *only_if, in memory, is not 0, or there is none.  The
 * launch may start while the one that writes it ends. */
static __device__ __forceinline__ bool
only_if_computes (const unsigned *only_if)
{
  if (__builtin_expect (only_if == nullptr, 1))
    return true;
  pdl_wait ();
  return __ldcg (only_if) != 0;
}

#endif /* CUDA_ONLY_IF_CUH */
