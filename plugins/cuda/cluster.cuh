/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Thread block clusters (sm_90 on): blocks that run at the same time on
 * neighbouring multiprocessors, access each other's shared memory, and can all
 * receive the data of one load (multicast).
 */
#ifndef CUDA_CLUSTER_CUH
#define CUDA_CLUSTER_CUH

#include <stdint.h>

#include "cuda/async-copy.cuh"

#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 900

/* A block's rank in its cluster, and the cluster's number, in a grid of one
 * dimension.  Without clusters, each block is a cluster. */
static __device__ __forceinline__ int
cluster_rank (void)
{
  int rank;

  asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  return rank;
}

static __device__ __forceinline__ int
cluster_number (void)
{
  int number;

  asm("mov.u32 %0, %%clusterid.x;" : "=r"(number));
  return number;
}

/* Waits for all threads of the cluster; their writes are then visible. */
static __device__ __forceinline__ void
cluster_sync (void)
{
  asm volatile("barrier.cluster.arrive.release;\n"
               "barrier.cluster.wait.acquire;"
               :
               :
               : "memory");
}

/* The two halves of cluster_barrier, for all threads of each warp. */
static __device__ __forceinline__ void
cluster_arrive (void)
{
  asm volatile("barrier.cluster.arrive.relaxed.aligned;" : : : "memory");
}

static __device__ __forceinline__ void
cluster_wait (void)
{
  asm volatile("barrier.cluster.wait.aligned;" : : : "memory");
}

/* Waits for them without making their writes visible, which takes a fence of a
 * thousand cycles.  Visible are barriers after fence.mbarrier_init
 * (mbarrier_init), and data whose arrival an mbarrier counts. */
static __device__ __forceinline__ void
cluster_barrier (void)
{
  cluster_arrive ();
  cluster_wait ();
}

/* Returns the address of the same barrier in the block of that rank. */
static __device__ __forceinline__ uint32_t
cluster_map_barrier (uint64_t *barrier, uint32_t rank)
{
  uint32_t there;

  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;"
               : "=r"(there)
               : "r"(async_shared (barrier)), "r"(rank));
  return there;
}

/* Writes a number to the same place in the block of that rank, which has begun:
 * after a cluster_sync, and before the one behind which it is read. */
static __device__ __forceinline__ void
cluster_store (float *at, int rank, float x)
{
  asm volatile("{\n"
               ".reg .b32 there;\n"
               "mapa.shared::cluster.u32 there, %0, %1;\n"
               "st.shared::cluster.f32 [there], %2;\n"
               "}"
               :
               : "r"(async_shared (at)), "r"(rank), "f"(x)
               : "memory");
}

/* Reads 16 bytes at the same place of the block of that rank, behind a
 * cluster_sync; another one must follow before that memory is written again. */
static __device__ __forceinline__ uint4
cluster_read (const void *at, int rank)
{
  uint32_t there;
  uint4 bits;

  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;"
               : "=r"(there)
               : "r"(async_shared (at)), "r"(rank));
  asm volatile("ld.shared::cluster.v4.u32 {%0, %1, %2, %3}, [%4];"
               : "=r"(bits.x), "=r"(bits.y), "=r"(bits.z), "=r"(bits.w)
               : "r"(there)
               : "memory");
  return bits;
}

/* Arrives at it.  This does not order the threads' writes for the cluster,
 * which would take a fence of a thousand cycles: it is for buffers that TMA
 * writes and wgmma reads. */
static __device__ __forceinline__ void
cluster_arrive (uint32_t there)
{
  asm volatile("mbarrier.arrive.shared::cluster.b64 _, [%0];"
               :
               : "r"(there)
               : "memory");
}

/* As async_load_box_at, but to the same address of each block in the mask of
 * ranks; in each block the same barrier counts the bytes. */
static __device__ __forceinline__ void
cluster_load_box (uint32_t to, const CUtensorMap *from, int x, int y,
                  uint32_t barrier, uint32_t ranks)
{
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile"
               ".mbarrier::complete_tx::bytes.multicast::cluster "
               "[%0], [%1, {%2, %3}], [%4], %5;"
               :
               : "r"(to), "l"(from), "r"(x), "r"(y), "r"(barrier),
                 "h"((uint16_t)ranks)
               : "memory");
}

/* Likewise, of matrix z of a batch. */
static __device__ __forceinline__ void
cluster_load_box_of (uint32_t to, const CUtensorMap *from, int x, int y, int z,
                     uint32_t barrier, uint32_t ranks)
{
  asm volatile("cp.async.bulk.tensor.3d.shared::cluster.global.tile"
               ".mbarrier::complete_tx::bytes.multicast::cluster "
               "[%0], [%1, {%2, %3, %4}], [%5], %6;"
               :
               : "r"(to), "l"(from), "r"(x), "r"(y), "r"(z), "r"(barrier),
                 "h"((uint16_t)ranks)
               : "memory");
}

#endif

#endif /* CUDA_CLUSTER_CUH */
