/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How a consumer of the engine, a warpgroup, multiplies: a wgmma after the
 * other on stages that are full, which are empty again a step later.
 */
#ifndef MATMUL_ENGINE_MULTIPLY_CUH
#define MATMUL_ENGINE_MULTIPLY_CUH

#include "cuda/cluster.cuh"
#include "engine-place.cuh"

#if defined __CUDA_ARCH_FEAT_SM90_ALL

/* How a consumer tells all blocks that load into this one's stages that it is
 * through with one: a thread for each of them. */
struct engine_teller {
  uint32_t there; /* that block's first barrier; 0: none */
};

static __device__ __forceinline__ struct engine_teller
engine_teller_of (const struct engine_task &task, const struct engine_place &p,
                  uint64_t *empty)
{
  const int t = threadIdx.x % 128;
  const int others = t - task.cluster_cols;

  if (t < task.cluster_cols)
    return { cluster_there (empty, p.first + p.row + t * task.cluster_rows) };
  if (others < task.cluster_rows - 1)
    return { cluster_there (empty, p.first + p.col * task.cluster_rows + others
                                       + (others >= p.row ? 1 : 0)) };
  return { 0 };
}

static __device__ __forceinline__ void
engine_free_stage (const struct engine_teller &teller, int stage)
{
  if (teller.there != 0)
    cluster_arrive (teller.there + stage * sizeof (uint64_t));
}

/* A consumer's sums of one tile. */
template <typename S>
static __device__ __forceinline__ void
engine_multiply (const struct engine_task &task, int steps, int consumer,
                 uint32_t memory, uint64_t *full,
                 const struct engine_teller &teller, struct engine_ring &ring,
                 uint32_t (&sums)[S::high][S::cols / 2])
{
  int before = 0;

  for (int k = 0; k < steps; k++) {
    const uint32_t at = memory + ring.stage * S::stage;
    const uint64_t a = wgmma_descriptor (at + consumer * S::high * S::box);
    const uint64_t b = wgmma_descriptor (at + S::a_bytes);

    async_wait (&full[ring.stage], ring.phase);
    wgmma_fence ();
#pragma unroll
    for (int i = 0; i < 4; i++)
#pragma unroll
      for (int h = 0; h < S::high; h++)
        wgmma<S::type, S::cols, S::across_a, S::across_b> (
            sums[h],
            a + wgmma_further (h * S::box + i * (S::across_a ? 2048 : 32)),
            b + wgmma_further (i * (S::across_b ? 2048 : 32)), k + i);
    wgmma_commit ();
    wgmma_wait<1> ();
    if (k > 0)
      engine_free_stage (teller, before);
    before = ring.stage;
    engine_next (ring, task.stages);
  }
  wgmma_wait<0> ();
  engine_free_stage (teller, before);
}

#endif /* __CUDA_ARCH_FEAT_SM90_ALL */

#endif /* MATMUL_ENGINE_MULTIPLY_CUH */
