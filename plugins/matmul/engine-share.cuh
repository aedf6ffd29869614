/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How clusters that share a tile, each a part of the inner dimension
 * (stream-k.h), add up: by way of the workspace, each consumer its own rows.
 */
#ifndef MATMUL_ENGINE_SHARE_CUH
#define MATMUL_ENGINE_SHARE_CUH

#include "engine-store.cuh"

#if defined __CUDA_ARCH_FEAT_SM90_ALL

/* What a consumer of this block, or of the same one of another cluster, leaves.
 */
struct engine_partial {
  uint4
      *sums; /* this thread's: of 4, a thread of the consumer after the other */
  unsigned *left;
};

template <typename S>
static __device__ __forceinline__ struct engine_partial
engine_partial_of (const struct engine_task &task, const struct engine_place &p,
                   int cluster, int consumer)
{
  const int size = task.cluster_rows * task.cluster_cols;
  const int64_t n
      = (int64_t)(cluster * size + p.col * task.cluster_rows + p.row)
            * S::consumers
        + consumer;

  return { (uint4 *)task.partials + n * (S::high * S::cols / 8 * 128)
               + threadIdx.x % 128,
           task.left + n };
}

template <typename S>
static __device__ __forceinline__ void
engine_leave (const struct engine_task &task, const struct engine_place &p,
              int consumer, const uint32_t (&sums)[S::high][S::cols / 2])
{
  const struct engine_partial to
      = engine_partial_of<S> (task, p, p.cluster, consumer);

#pragma unroll
  for (int i = 0; i < S::high * S::cols / 8; i++) {
    const uint32_t *const s = &sums[i * 8 / S::cols][i * 4 % (S::cols / 2)];

    to.sums[i * 128] = make_uint4 (s[0], s[1], s[2], s[3]);
  }
  __threadfence ();
  engine_meet (consumer);
  if (threadIdx.x % 128 == 0)
    atomicExch (to.left, 1);
}

template <typename S>
static __device__ __forceinline__ void
engine_add (uint32_t &sum, uint32_t part)
{
  if (S::type == WGMMA_S8 || S::type == WGMMA_U8)
    sum += part;
  else
    sum = __float_as_uint (__uint_as_float (sum) + __uint_as_float (part));
}

/* Adds what others left of a tile, of which this cluster has the end.  They are
 * added in one order, whoever is first: results do not differ between launches.
 */
template <typename S>
static __device__ __forceinline__ void
engine_gather (const struct engine_task &task, const struct engine_place &p,
               int tile, int consumer, uint32_t (&sums)[S::high][S::cols / 2])
{
  const int64_t begin = (int64_t)tile * task.tiles.steps;
  int cluster = p.cluster;

  do {
    struct engine_partial from;

    from = engine_partial_of<S> (task, p, --cluster, consumer);
    if (threadIdx.x % 128 == 0) {
      while (atomicCAS (from.left, 1, 0) == 0)
        ;
      __threadfence ();
    }
    engine_meet (consumer);
#pragma unroll
    for (int i = 0; i < S::high * S::cols / 8; i++) {
      uint32_t *const s = &sums[i * 8 / S::cols][i * 4 % (S::cols / 2)];
      const uint4 part = __ldcg (&from.sums[i * 128]);

      engine_add<S> (s[0], part.x);
      engine_add<S> (s[1], part.y);
      engine_add<S> (s[2], part.z);
      engine_add<S> (s[3], part.w);
    }
  } while (stream_k_begin (&task.tiles, cluster) > begin);
}

#endif /* __CUDA_ARCH_FEAT_SM90_ALL */

#endif /* MATMUL_ENGINE_SHARE_CUH */
