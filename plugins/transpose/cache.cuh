/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Loads and stores of 16 bytes that tell the second-level cache what to do with
 * the line afterwards.
 *
 * A line that is read once is best replaced first.  Then the lines to be
 * written take the places of those that were read, which are clean.  Else they
 * take the places of older lines, and where these were written too, each must
 * go to memory first: traffic that belongs to somebody else.
 *
 * But such lines do not settle, either: in a cache that holds older lines they
 * replace only each other, and a problem that would fit stays cold.
 */
#ifndef TRANSPOSE_CACHE_CUH
#define TRANSPOSE_CACHE_CUH

#include <stdint.h>

#include "plan.h"

/* Opaque to all but the device. */
static inline __device__ uint64_t
cache_policy (enum transpose_keep keep)
{
#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 800
  uint64_t first, normal;

  asm("createpolicy.fractional.L2::evict_first.b64 %0, 1.0;" : "=l"(first));
  asm("createpolicy.fractional.L2::evict_normal.b64 %0, 1.0;" : "=l"(normal));
  return keep == KEEP_FIRST ? first : normal;
#else
  return keep;
#endif
}

/* Volatile, so that the loads of a thread stay together, before their uses, and
 * after launch_wait.  Not ld.global.nc: that is taken as a promise that nobody
 * writes there while the kernel runs, and may be moved before the wait. */
static inline __device__ uint4
cache_load (const void *from, uint64_t policy)
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

/* Without a word about the cache. */
static inline __device__ uint4
cache_load (const void *from)
{
  uint4 v;

  asm volatile("ld.global.v4.u32 {%0, %1, %2, %3}, [%4];"
               : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
               : "l"(from));
  return v;
}

static inline __device__ void
cache_store (void *to, uint4 v, uint64_t policy)
{
#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 800
  asm volatile("st.global.L2::cache_hint.v4.u32 [%0], {%1, %2, %3, %4}, %5;"
               :
               : "l"(to), "r"(v.x), "r"(v.y), "r"(v.z), "r"(v.w), "l"(policy)
               : "memory");
#else
  (void)policy;
  __stcs ((uint4 *)to, v);
#endif
}

#endif /* TRANSPOSE_CACHE_CUH */
