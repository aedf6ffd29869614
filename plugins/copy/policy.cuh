/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How long the L2 cache is to keep a line, as the instructions from sm_80 on
 * take it.
 */
#ifndef COPY_POLICY_CUH
#define COPY_POLICY_CUH

#include <stdint.h>

#include "policy.h"

#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 800
static __device__ __forceinline__ uint64_t
copy_policy_make (enum copy_policy policy)
{
  uint64_t made;

  switch (policy) {
  case COPY_EVICT_FIRST:
    asm("createpolicy.fractional.L2::evict_first.b64 %0, 1.0;" : "=l"(made));
    break;
  case COPY_EVICT_UNCHANGED:
    asm("createpolicy.fractional.L2::evict_unchanged.b64 %0, 1.0;"
        : "=l"(made));
    break;
  default:
    asm("createpolicy.fractional.L2::evict_normal.b64 %0, 1.0;" : "=l"(made));
    break;
  }
  return made;
}
#endif

#endif /* COPY_POLICY_CUH */
