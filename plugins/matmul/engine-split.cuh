/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How the blocks of a cluster that share the inner dimension of a tile add up.
 */
#ifndef MATMUL_ENGINE_SPLIT_CUH
#define MATMUL_ENGINE_SPLIT_CUH

#include "cuda/cluster.cuh"
#include "engine-store.cuh"

#if defined __CUDA_ARCH_FEAT_SM90_ALL

/* Waits for the threads of all consumers. */
template <typename S>
static __device__ __forceinline__ void
engine_meet_all (void)
{
  asm volatile("bar.sync %0, %1;"
               :
               : "n"(1 + S::consumers), "n"(S::consumers * 128)
               : "memory");
}

template <typename S>
static __device__ __forceinline__ uint32_t
engine_add (uint32_t x, uint32_t y)
{
  if (S::type == WGMMA_S8 || S::type == WGMMA_U8)
    return x + y;
  return __float_as_uint (__uint_as_float (x) + __uint_as_float (y));
}

/* The sums of a box, and those of the same box in the cluster's other splits,
 * in the splits' order whoever adds: a result does not depend on who is first.
 */
template <typename S>
static __device__ __forceinline__ void
engine_gather (const struct engine_task &task, const struct engine_place &p,
               uint32_t parts, uint32_t (&sums)[S::box_cols / 2])
{
  const int of_split = task.cluster_rows * task.cluster_cols;

  for (int split = 0; split < task.splits; split++) {
    uint32_t there;

    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;"
                 : "=r"(there)
                 : "r"(parts + threadIdx.x % 128 * 4),
                   "r"(split * of_split + p.col * task.cluster_rows + p.row));
#pragma unroll
    for (int e = 0; e < S::box_cols / 2; e++) {
      uint32_t part;

      asm volatile("ld.shared::cluster.b32 %0, [%1];"
                   : "=r"(part)
                   : "r"(there + e * 128 * 4));
      sums[e] = split == 0 ? part : engine_add<S> (sums[e], part);
    }
  }
}

/* Split along the inner dimension: each block leaves its sums where the stages
 * were, and adds up and stores some boxes. */
template <typename S>
static __device__ __forceinline__ void
engine_store_split (const struct engine_task &task,
                    const struct engine_place &p, int consumer,
                    unsigned char *memory, unsigned char *buffers,
                    const struct engine_tile &tile,
                    const uint32_t (&sums)[S::high][S::cols / 2])
{
  const int of_box = S::box_cols / 2;
  uint32_t *const parts
      = (uint32_t *)memory + consumer * S::boxes * of_box * 128;

  engine_meet_all<S> ();
#pragma unroll
  for (int i = 0; i < S::boxes * of_box; i++)
    parts[i * 128 + threadIdx.x % 128]
        = sums[i / (S::cols / 2)][i % (S::cols / 2)];
  cluster_sync ();
  for (int i = p.split; i < S::boxes; i += task.splits) {
    uint32_t all[of_box];

    engine_gather<S> (task, p, async_shared (parts + i * of_box * 128), all);
    if (threadIdx.x % 128 == 0)
      async_drain<0> ();
    engine_meet (consumer);
    engine_stage_box<S> (async_shared (buffers), all);
    async_fence ();
    engine_meet (consumer);
    engine_store_box<S> (task, buffers, engine_box_at<S> (tile, consumer, i));
    if (threadIdx.x % 128 == 0)
      async_commit ();
  }
}

#endif /* __CUDA_ARCH_FEAT_SM90_ALL */

#endif /* MATMUL_ENGINE_SPLIT_CUH */
