/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cp.async (sm_80 on): copies from global to shared memory that a thread starts
 * without waiting for them, and that use no registers.  A thread's copies form
 * groups, which complete in order.
 */
#ifndef CUDA_CP_ASYNC_CUH
#define CUDA_CP_ASYNC_CUH

#include <stdint.h>

#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 800
static __device__ __forceinline__ uint32_t
cp_async_shared (const void *p)
{
  return (uint32_t)__cvta_generic_to_shared (p);
}

/* Copies 16 bytes, bypassing L1. */
static __device__ __forceinline__ void
cp_async_vector (uint32_t to, const void *from)
{
  asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], 16;"
               :
               : "r"(to), "l"(from)
               : "memory");
}

/* Writes 16 bytes, of which the first `bytes` are read and the others are
 * zeros. */
static __device__ __forceinline__ void
cp_async_part (uint32_t to, const void *from, int bytes)
{
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
               :
               : "r"(to), "l"(from), "r"(bytes)
               : "memory");
}

/* Copies an element of 4 or 8 bytes, or writes a zero. */
template <int size>
static __device__ __forceinline__ void
cp_async_element (uint32_t to, const void *from, bool is_there)
{
  asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;"
               :
               : "r"(to), "l"(from), "n"(size), "r"(is_there ? size : 0)
               : "memory");
}

static __device__ __forceinline__ void
cp_async_commit (void)
{
  asm volatile("cp.async.commit_group;" : : : "memory");
}

/* Waits for all of this thread's groups except the latest n. */
template <int n>
static __device__ __forceinline__ void
cp_async_wait (void)
{
  asm volatile("cp.async.wait_group %0;" : : "n"(n) : "memory");
}
#endif

/* Waits for all of this thread's copies; before sm_80 there are none. */
static __device__ __forceinline__ void
cp_async_wait_all (void)
{
#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 800
  cp_async_commit ();
  cp_async_wait<0> ();
#endif
}

#endif /* CUDA_CP_ASYNC_CUH */
