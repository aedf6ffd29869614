/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Loads and stores of 16 bytes with an L2 eviction priority (sm_80 on; before
 * that they are marked as streaming, or not at all).
 *
 * A line that is read once is best evicted first.  Written lines then replace
 * lines that were read, which are clean.  Otherwise they replace older lines,
 * and dirty ones among these must first be written to memory: traffic of an
 * earlier kernel.
 *
 * But such lines do not stay, either: in a cache with older lines they replace
 * only each other, and a problem that would fit stays cold.
 */
#ifndef CUDA_L2_POLICY_CUH
#define CUDA_L2_POLICY_CUH

#include <stdint.h>

#include "cuda/l2-policy.h"

/* Returns the priority as the opaque operand of the instructions. */
static __device__ __forceinline__ uint64_t
l2_policy_make (enum l2_policy policy)
{
#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 800
  uint64_t normal, first, unchanged;

  asm("createpolicy.fractional.L2::evict_normal.b64 %0, 1.0;" : "=l"(normal));
  asm("createpolicy.fractional.L2::evict_first.b64 %0, 1.0;" : "=l"(first));
  asm("createpolicy.fractional.L2::evict_unchanged.b64 %0, 1.0;"
      : "=l"(unchanged));
  return policy == L2_EVICT_FIRST       ? first
         : policy == L2_EVICT_UNCHANGED ? unchanged
                                        : normal;
#else
  return policy;
#endif
}

/* Volatile, so that the loads of a thread stay together, before their uses and
 * after pdl_wait.  Not ld.global.nc, which promises that nothing writes there
 * while the kernel runs, and may be moved before the wait. */
static __device__ __forceinline__ uint4
l2_load (const void *from, uint64_t policy)
{
#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 800
  uint4 v;

  asm volatile("ld.global.L1::no_allocate.L2::cache_hint.v4.u32 "
               "{%0, %1, %2, %3}, [%4], %5;"
               : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
               : "l"(from), "l"(policy));
  return v;
#else
  (void)policy;
  return __ldcs ((const uint4 *)from);
#endif
}

static __device__ __forceinline__ void
l2_store (void *to, uint4 v, uint64_t policy)
{
#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 800
  asm volatile("st.global.L1::no_allocate.L2::cache_hint.v4.u32 "
               "[%0], {%1, %2, %3, %4}, %5;"
               :
               : "l"(to), "r"(v.x), "r"(v.y), "r"(v.z), "r"(v.w), "l"(policy)
               : "memory");
#else
  (void)policy;
  __stcs ((uint4 *)to, v);
#endif
}

#endif /* CUDA_L2_POLICY_CUH */
