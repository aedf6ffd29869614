/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Asynchronous copies between global and shared memory by the Tensor Memory
 * Accelerator (TMA, sm_90 on): contiguous bytes (bulk copies), and boxes of a
 * matrix that a tensor map describes.  One thread starts a copy, the data uses
 * no registers, and an mbarrier counts the bytes of loads that have arrived.
 *
 * Addresses and sizes of bulk copies are multiples of 16 bytes.
 */
#ifndef CUDA_ASYNC_COPY_CUH
#define CUDA_ASYNC_COPY_CUH

#include <stdint.h>

#include "cuda/mbarrier.cuh"
#include "cuda/tensor-map.h"

#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 900
static __device__ __forceinline__ uint32_t
async_shared (const void *p)
{
  return (uint32_t)__cvta_generic_to_shared (p);
}

/* TMA accesses shared memory through another proxy than threads do: this fence
 * orders a thread's accesses before TMA's. */
static __device__ __forceinline__ void
async_fence (void)
{
  asm volatile("fence.proxy.async.shared::cta;" : : : "memory");
}

/* True in one thread of a warp, which is to start copies; all threads of the
 * warp call this.  Values that are uniform in the warp can then be in uniform
 * registers, from which TMA reads its operands. */
static __device__ __forceinline__ bool
async_elected (void)
{
  uint32_t is;

  asm volatile("{\n"
               ".reg .pred p;\n"
               "elect.sync _|p, 0xffffffff;\n"
               "selp.u32 %0, 1, 0, p;\n"
               "}"
               : "=r"(is));
  return is != 0;
}

/* Starts a bulk copy to shared memory, whose bytes the barrier expects already.
 * bytes may be 0. */
static __device__ __forceinline__ void
async_load_expected (void *to, const void *from, uint32_t bytes,
                     uint64_t *barrier, uint64_t policy)
{
  if (bytes > 0)
    asm volatile(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"
        ".L2::cache_hint [%0], [%1], %2, [%3], %4;"
        :
        : "r"(async_shared (to)), "l"(from), "r"(bytes),
          "r"(async_shared (barrier)), "l"(policy)
        : "memory");
}

/* The same, and first adds its bytes to those that the barrier expects. */
static __device__ __forceinline__ void
async_load (void *to, const void *from, uint32_t bytes, uint64_t *barrier,
            uint64_t policy)
{
  mbarrier_expect (barrier, bytes);
  async_load_expected (to, from, bytes, barrier, policy);
}

/* Starts a bulk copy from shared memory, as a group of its own. */
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

/* Starts to load bytes to L2. */
static __device__ __forceinline__ void
async_prefetch_l2 (const void *from, uint32_t bytes)
{
  if (bytes > 0)
    asm volatile("cp.async.bulk.prefetch.L2.global [%0], %1;"
                 :
                 : "l"(from), "r"(bytes)
                 : "memory");
}

/* Prefetches a tensor map, for which the first copy would wait. */
static __device__ __forceinline__ void
async_prefetch_map (const CUtensorMap *map)
{
  asm volatile("prefetch.tensormap [%0];" : : "l"(map) : "memory");
}

/* Starts a copy of the box at column x and row y to shared memory; the caller
 * has added its bytes to those that the barrier expects.  Destination and
 * barrier are addresses in shared memory, which saves a loop their conversion
 * from pointers. */
static __device__ __forceinline__ void
async_load_box_at (uint32_t to, const CUtensorMap *from, int x, int y,
                   uint32_t barrier)
{
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile"
               ".mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];"
               :
               : "r"(to), "l"(from), "r"(x), "r"(y), "r"(barrier)
               : "memory");
}

/* Likewise, of matrix z of a batch. */
static __device__ __forceinline__ void
async_load_box_of (uint32_t to, const CUtensorMap *from, int x, int y, int z,
                   uint32_t barrier)
{
  asm volatile("cp.async.bulk.tensor.3d.shared::cluster.global.tile"
               ".mbarrier::complete_tx::bytes [%0], [%1, {%2, %3, %4}], [%5];"
               :
               : "r"(to), "l"(from), "r"(x), "r"(y), "r"(z), "r"(barrier)
               : "memory");
}

/* As async_load_box_at, with pointers. */
static __device__ __forceinline__ void
async_load_box (void *to, const CUtensorMap *from, int x, int y,
                uint64_t *barrier)
{
  async_load_box_at (async_shared (to), from, x, y, async_shared (barrier));
}

/* Starts a copy of a box from shared memory; async_commit makes a group of all
 * such copies before it. */
static __device__ __forceinline__ void
async_store_box (const CUtensorMap *to, const void *from, int x, int y)
{
  asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group "
               "[%0, {%1, %2}], [%3];"
               :
               : "l"(to), "r"(x), "r"(y), "r"(async_shared (from))
               : "memory");
}

/* The same, of matrix z of a batch. */
static __device__ __forceinline__ void
async_store_box_of (const CUtensorMap *to, const void *from, int x, int y,
                    int z)
{
  asm volatile("cp.async.bulk.tensor.3d.global.shared::cta.tile.bulk_group "
               "[%0, {%1, %2, %3}], [%4];"
               :
               : "l"(to), "r"(x), "r"(y), "r"(z), "r"(async_shared (from))
               : "memory");
}

static __device__ __forceinline__ void
async_commit (void)
{
  asm volatile("cp.async.bulk.commit_group;" : : : "memory");
}

/* Waits until all groups of stores except the latest n have read their shared
 * memory.  A block must do so before it ends. */
template <int n>
static __device__ __forceinline__ void
async_drain (void)
{
  asm volatile("cp.async.bulk.wait_group.read %0;" : : "n"(n) : "memory");
}
#endif

#endif /* CUDA_ASYNC_COPY_CUH */
