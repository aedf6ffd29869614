/* SPDX-License-Identifier: BSD-3-Clause
 *
 * mbarriers: barriers in shared memory at which threads arrive without waiting,
 * and asynchronous copies, too: cp.async on sm_80, and TMA, which counts bytes,
 * on sm_90.
 */
#ifndef CUDA_MBARRIER_CUH
#define CUDA_MBARRIER_CUH

#include <stdint.h>

#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 800
static __device__ __forceinline__ uint32_t
mbarrier_at (const uint64_t *barrier)
{
  return (uint32_t)__cvta_generic_to_shared (barrier);
}

/* Initializes a barrier of so many arrivals per phase. */
static __device__ __forceinline__ void
mbarrier_init_one (uint64_t *barrier, uint32_t arrivals)
{
  asm volatile("mbarrier.init.shared.b64 [%0], %1;"
               :
               : "r"(mbarrier_at (barrier)), "r"(arrivals)
               : "memory");
}

static __device__ __forceinline__ void
mbarrier_arrive (uint64_t *barrier)
{
  asm volatile("{\n"
               ".reg .b64 state;\n"
               "mbarrier.arrive.shared.b64 state, [%0];\n"
               "}"
               :
               : "r"(mbarrier_at (barrier))
               : "memory");
}

/* Arrives when all earlier cp.async copies of this thread have completed. */
static __device__ __forceinline__ void
mbarrier_arrive_behind_copies (uint64_t *barrier)
{
  asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];"
               :
               : "r"(mbarrier_at (barrier))
               : "memory");
}

/* True when a barrier's phase of this parity is over; phases are 0, 1, 0, ...
 * Before the first one ends, phase 1 counts as over: a producer's first wait
 * returns at once. */
static __device__ __forceinline__ bool
mbarrier_is_done_at (uint32_t barrier, uint32_t phase)
{
  uint32_t over;

  asm volatile("{\n"
               ".reg .pred p;\n"
               "mbarrier.test_wait.parity.shared.b64 p, [%1], %2;\n"
               "selp.u32 %0, 1, 0, p;\n"
               "}"
               : "=r"(over)
               : "r"(barrier), "r"(phase)
               : "memory");
  return over != 0;
}

static __device__ __forceinline__ bool
mbarrier_is_done (uint64_t *barrier, uint32_t phase)
{
  return mbarrier_is_done_at (mbarrier_at (barrier), phase);
}

/* Waits for the end of a phase; barrier: an address in shared memory. */
static __device__ __forceinline__ void
mbarrier_wait_at (uint32_t barrier, uint32_t phase)
{
#if __CUDA_ARCH__ >= 900
  uint32_t over;

  do {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "mbarrier.try_wait.parity.shared.b64 p, [%1], %2;\n"
                 "selp.u32 %0, 1, 0, p;\n"
                 "}"
                 : "=r"(over)
                 : "r"(barrier), "r"(phase)
                 : "memory");
  } while (!over);
#else
  while (!mbarrier_is_done_at (barrier, phase))
    ;
#endif
}

/* The same, with a pointer. */
static __device__ __forceinline__ void
mbarrier_wait (uint64_t *barrier, uint32_t phase)
{
  mbarrier_wait_at (mbarrier_at (barrier), phase);
}
#endif

#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 900
/* Makes this thread's initializations visible to the threads that it
 * synchronizes with next. */
static __device__ __forceinline__ void
mbarrier_init_done (void)
{
  asm volatile("fence.mbarrier_init.release.cluster;" : : : "memory");
}

/* Initializes n barriers of so many arrivals each, which this thread and TMA
 * may use at once. mbarrier_expect is an arrival.  In a loop each takes 75
 * cycles, and 5 in a row. */
static __device__ __forceinline__ void
mbarrier_init (uint64_t *barrier, int n, uint32_t arrivals)
{
#pragma unroll 4
  for (int i = 0; i < n; i++)
    mbarrier_init_one (barrier + i, arrivals);
  mbarrier_init_done ();
  /* TMA accesses shared memory through another proxy. */
  asm volatile("fence.proxy.async.shared::cta;" : : : "memory");
}

/* Arrives, and adds to the bytes that must arrive before the phase ends. */
static __device__ __forceinline__ void
mbarrier_expect_at (uint32_t barrier, uint32_t bytes)
{
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;"
               :
               : "r"(barrier), "r"(bytes)
               : "memory");
}

static __device__ __forceinline__ void
mbarrier_expect (uint64_t *barrier, uint32_t bytes)
{
  mbarrier_expect_at (mbarrier_at (barrier), bytes);
}
#endif

#endif /* CUDA_MBARRIER_CUH */
