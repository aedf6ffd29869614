/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Sums of floats of 8 bits, moved to f32 after each step.
 *
 * A wgmma of floats of 8 bits adds 32 products to a sum in some 14 bits,
 * relative to the largest of them: less than f32 has, so that errors grow with
 * the inner dimension.  Here a step's four wgmmas begin at 0, and what they
 * give is added to the sums by the CUDA cores: so the errors are those of 128
 * products, whatever the inner dimension is.  A consumer adds one step while
 * the next is multiplied.
 *
 * A tile of 256 columns is multiplied in two halves, one behind the other, as a
 * thread has no registers for more: a consumer adds while the other one
 * multiplies.
 *
 * Source: NVIDIA, CUTLASS 3.2 (2023), which calls it promotion.
 */
#ifndef MATMUL_ENGINE_MOVED_CUH
#define MATMUL_ENGINE_MOVED_CUH

#include "engine-multiply.cuh"
#include "engine-share.cuh"

#if defined __CUDA_ARCH_FEAT_SM90_ALL

/* Begins to multiply one step of so many columns. */
template <typename S, int cols>
static __device__ __forceinline__ void
engine_begin_step (uint32_t at, int place, int first,
                   uint32_t (&step)[cols / 2])
{
  const uint64_t a = wgmma_descriptor (at + place * S::box);
  const uint64_t b = wgmma_descriptor (at + S::a_bytes + first * 128);

  wgmma_fence ();
#pragma unroll
  for (int i = 0; i < 4; i++)
    wgmma_multiply<S::type, cols, 0, 0> (step, a + wgmma_further (i * 32),
                                         b + wgmma_further (i * 32), i);
  wgmma_commit ();
}

/* Adds its sums to those of the tile. */
template <typename S, int cols>
static __device__ __forceinline__ void
engine_add_step (const uint32_t (&step)[cols / 2], int first,
                 uint32_t (&sums)[S::high][S::cols / 2])
{
#pragma unroll
  for (int i = 0; i < cols / 2; i++)
    engine_add<S> (sums[0][first / 2 + i], step[i]);
}

/* One step, so many columns at a time. */
template <typename S, int cols>
static __device__ __forceinline__ void
engine_multiply_alone (const struct engine_task &task, int place,
                       uint32_t memory, uint64_t *full,
                       const struct engine_empty_signal &signal,
                       struct stage_turn &ring,
                       uint32_t (&sums)[S::high][S::cols / 2])
{
  mbarrier_wait (&full[ring.stage], ring.phase);
#pragma unroll
  for (int first = 0; first < S::cols; first += cols) {
    uint32_t step[cols / 2];

    engine_begin_step<S, cols> (memory + ring.stage * S::stage, place, first,
                                step);
    wgmma_wait<0> ();
    if (first + cols == S::cols)
      engine_free_stage (signal, ring.stage);
    engine_add_step<S, cols> (step, first, sums);
  }
  stage_next (ring, task.stages);
}

/* Of others, two steps at a time: one is added while the next is multiplied. */
template <typename S>
static __device__ __forceinline__ void
engine_multiply_pairs (const struct engine_task &task, int steps, int place,
                       uint32_t memory, uint64_t *full,
                       const struct engine_empty_signal &signal,
                       struct stage_turn &ring,
                       uint32_t (&sums)[S::high][S::cols / 2])
{
  for (int k = 0; k + 1 < steps; k += 2) {
    uint32_t one[S::cols / 2], next[S::cols / 2];
    const int before = ring.stage;

    mbarrier_wait (&full[before], ring.phase);
    engine_begin_step<S, S::cols> (memory + before * S::stage, place, 0, one);
    stage_next (ring, task.stages);
    mbarrier_wait (&full[ring.stage], ring.phase);
    engine_begin_step<S, S::cols> (memory + ring.stage * S::stage, place, 0,
                                   next);
    wgmma_wait<1> ();
    engine_free_stage (signal, before);
    engine_add_step<S, S::cols> (one, 0, sums);
    wgmma_wait<0> ();
    engine_free_stage (signal, ring.stage);
    engine_add_step<S, S::cols> (next, 0, sums);
    stage_next (ring, task.stages);
  }
  if (steps % 2 != 0)
    engine_multiply_alone<S, S::cols> (task, place, memory, full, signal, ring,
                                       sums);
}

/* Like engine_multiply. */
template <typename S>
static __device__ __forceinline__ void
engine_multiply_moved (const struct engine_task &task, int steps, int place,
                       uint32_t memory, uint64_t *full,
                       const struct engine_empty_signal &signal,
                       struct stage_turn &ring,
                       uint32_t (&sums)[S::high][S::cols / 2])
{
  static_assert (S::high == 1 && !S::ping_pong, "64 rows a consumer");

  engine_clear<S> (sums);
  if constexpr (S::cols > 128)
    for (int k = 0; k < steps; k++)
      engine_multiply_alone<S, S::cols / 2> (task, place, memory, full, signal,
                                             ring, sums);
  else
    engine_multiply_pairs<S> (task, steps, place, memory, full, signal, ring,
                              sums);
}

#endif /* __CUDA_ARCH_FEAT_SM90_ALL */

#endif /* MATMUL_ENGINE_MOVED_CUH */
