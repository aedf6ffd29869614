/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The bulk copies of sm_90, between global and shared memory, and the barrier
 * that tells when one has arrived.  Addresses and sizes are multiples of 16.
 */
#ifndef COPY_ASYNC_CUH
#define COPY_ASYNC_CUH

#include <stdint.h>

#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 900
static __device__ __forceinline__ uint32_t
async_shared (const void *p)
{
  return (uint32_t)__cvta_generic_to_shared (p);
}

/* Barriers of one arrival each, which async_load expects. */
static __device__ __forceinline__ void
async_init (uint64_t *barrier, int n)
{
  for (int i = 0; i < n; i++)
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;"
                 :
                 : "r"(async_shared (barrier + i))
                 : "memory");
  /* The copies are another way into shared memory than this thread's. */
  asm volatile("fence.proxy.async.shared::cta;" : : : "memory");
}

/* Starts a copy to shared memory; the barrier's phase ends with it.  No bytes
 * are fine. */
static __device__ __forceinline__ void
async_load (void *to, const void *from, uint32_t bytes, uint64_t *barrier,
            uint64_t policy)
{
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;"
               :
               : "r"(async_shared (barrier)), "r"(bytes)
               : "memory");
  if (bytes > 0)
    asm volatile(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"
        ".L2::cache_hint [%0], [%1], %2, [%3], %4;"
        :
        : "r"(async_shared (to)), "l"(from), "r"(bytes),
          "r"(async_shared (barrier)), "l"(policy)
        : "memory");
}

/* Waits for the end of a barrier's phase; phases are 0, 1, 0, ... */
static __device__ __forceinline__ void
async_wait (uint64_t *barrier, uint32_t phase)
{
  uint32_t over;

  do {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\n"
                 "selp.u32 %0, 1, 0, p;\n"
                 "}"
                 : "=r"(over)
                 : "r"(async_shared (barrier)), "r"(phase)
                 : "memory");
  } while (!over);
}

/* Starts a copy from shared memory, as a group of its own. */
static __device__ __forceinline__ void
async_store (void *to, const void *from, uint32_t bytes, uint64_t policy)
{
  if (bytes > 0)
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group.L2::cache_hint "
                 "[%0], [%1], %2, %3;"
                 :
                 : "l"(to), "r"(async_shared (from)), "r"(bytes), "l"(policy)
                 : "memory");
  asm volatile("cp.async.bulk.commit_group;" : : : "memory");
}

/* Waits until all stores but the latest n have read their shared memory. */
template <int n>
static __device__ __forceinline__ void
async_drain (void)
{
  asm volatile("cp.async.bulk.wait_group.read %0;" : : "n"(n) : "memory");
}
#endif

#endif /* COPY_ASYNC_CUH */
