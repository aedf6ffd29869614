/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Thread block clusters (sm_90 on): blocks that run at the same time on
 * neighbouring multiprocessors, reach into each other's shared memory, and can
 * all be sent what one load reads (multicast).
 */
#ifndef CUDA_CLUSTER_CUH
#define CUDA_CLUSTER_CUH

#include <stdint.h>

#include "cuda/async-copy.cuh"

#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 900

/* Where in a cluster of a grid of one dimension a block is, and which that is.
 * Without clusters, each block is one. */
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

/* Waits for all threads of the cluster, whose writes are seen then. */
static __device__ __forceinline__ void
cluster_sync (void)
{
  asm volatile("barrier.cluster.arrive.release;\n"
               "barrier.cluster.wait.acquire;"
               :
               :
               : "memory");
}

/* Waits for them without that, which takes a fence of a thousand cycles: what
 * fence.mbarrier_init (mbarrier_init) has released is seen, and what is sent to
 * an mbarrier. */
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

static __device__ __forceinline__ void
cluster_barrier (void)
{
  cluster_arrive ();
  cluster_wait ();
}

/* Where the same barrier of another block, or this one, is. */
static __device__ __forceinline__ uint32_t
cluster_map_barrier (uint64_t *barrier, uint32_t rank)
{
  uint32_t there;

  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;"
               : "=r"(there)
               : "r"(async_shared (barrier)), "r"(rank));
  return there;
}

/* Arrives at it.  This orders nothing that threads wrote for the cluster to
 * see, which would take a fence of a thousand cycles: it is for buffers that
 * TMA fills and wgmma reads. */
static __device__ __forceinline__ void
cluster_arrive (uint32_t there)
{
  asm volatile("mbarrier.arrive.shared::cluster.b64 _, [%0];"
               :
               : "r"(there)
               : "memory");
}

/* As async_load_box_at, to the same place of each block in the mask of ranks,
 * at each of which the same barrier counts what arrives. */
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

#endif

#endif /* CUDA_CLUSTER_CUH */
