/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Sums of floats of 8 bits, moved to f32 after each step.
 *
 * A wgmma of floats of 8 bits adds 32 products to a sum in some 14 bits,
 * relative to the largest of them: less than f32 has, so that errors grow with
 * the inner dimension.  Here a step's four wgmmas begin at 0, and what they
 * give is added to the sums by the CUDA cores: so the errors are those of 128
 * products, whatever the inner dimension is.  A consumer adds one step while
 * the next is multiplied; for a tile of 256 columns it has no registers.
 *
 * Where the operands have scales of blocks, a step's sums are multiplied by
 * them on the way (engine-scaled.cuh).
 *
 * Source: NVIDIA, CUTLASS 3.2 (2023), which calls it promotion.
 */
#ifndef MATMUL_ENGINE_MOVED_CUH
#define MATMUL_ENGINE_MOVED_CUH

#include "engine-multiply.cuh"
#include "engine-scaled.cuh"

#if defined __CUDA_ARCH_FEAT_SM90_ALL

/* Begins to multiply the step in the ring's stage, when it is full. */
template <typename S>
static __device__ __forceinline__ void
engine_begin_step (int place, uint32_t memory, uint64_t *full,
                   const struct stage_turn &ring, uint32_t (&step)[S::cols / 2])
{
  const uint32_t at = memory + ring.stage * S::stage;
  const uint64_t a = wgmma_descriptor (at + place * S::box);
  const uint64_t b = wgmma_descriptor (at + S::a_bytes);

  mbarrier_wait (&full[ring.stage], ring.phase);
  wgmma_fence ();
#pragma unroll
  for (int i = 0; i < 4; i++)
    wgmma_multiply<S::type, S::cols, 0, 0> (step, a + wgmma_further (i * 32),
                                            b + wgmma_further (i * 32), i);
  wgmma_commit ();
}

/* Multiplies four steps. */
template <typename S>
static __device__ __forceinline__ void
engine_multiply_four (const struct engine_task &task,
                      const struct engine_scaler &scaler, int place,
                      uint32_t memory, uint64_t *full,
                      const struct engine_empty_signal &signal,
                      struct stage_turn &ring,
                      uint32_t (&sums)[S::high][S::cols / 2])
{
  uint32_t step[4][S::cols / 2];
  int stage[4];

#pragma unroll
  for (int i = 0; i < 4; i++) {
    engine_begin_step<S> (place, memory, full, ring, step[i]);
    stage[i] = ring.stage;
    stage_next (ring, task.stages);
  }
  wgmma_wait<3> ();
  engine_free_stage (signal, stage[0]);
  engine_add_step<S> (scaler, 0, step[0], sums);
  wgmma_wait<2> ();
  engine_free_stage (signal, stage[1]);
  engine_add_step<S> (scaler, 0, step[1], sums);
  wgmma_wait<1> ();
  engine_free_stage (signal, stage[2]);
  engine_add_step<S> (scaler, 0, step[2], sums);
  wgmma_wait<0> ();
  engine_free_stage (signal, stage[3]);
  engine_add_step<S> (scaler, 0, step[3], sums);
}

/* Like engine_multiply.  Steps go in pairs, or of narrow tiles by fours, behind
 * which no wgmma is in flight: only so does the compiler read the one's sums
 * while the others are. */
template <typename S>
static __device__ __forceinline__ void
engine_multiply_moved (const struct engine_task &task,
                       const struct engine_tile &tile, int first, int steps,
                       int consumer, int place, uint32_t memory, uint64_t *full,
                       const struct engine_empty_signal &signal,
                       struct stage_turn &ring,
                       uint32_t (&sums)[S::high][S::cols / 2])
{
  static_assert (S::high == 1 && S::cols <= 128 && !S::ping_pong, "");
  uint32_t one[S::cols / 2], other[S::cols / 2];
  struct engine_scaler scaler;
  int k = 0;

  engine_clear<S> (sums);
  if constexpr (S::scaled)
    scaler = engine_begin_scales<S> (task, tile, first, steps, place);
  if constexpr (S::in_flight == 4)
    for (; k + 3 < steps; k += 4)
      engine_multiply_four<S> (task, scaler, place, memory, full, signal, ring,
                               sums);
  for (; k + 1 < steps; k += 2) {
    const int before = ring.stage;

    engine_begin_step<S> (place, memory, full, ring, one);
    stage_next (ring, task.stages);
    engine_begin_step<S> (place, memory, full, ring, other);
    if constexpr (S::scaled)
      engine_next_scales<S> (task, consumer, scaler);
    wgmma_wait<1> ();
    engine_free_stage (signal, before);
    engine_add_step<S> (scaler, 0, one, sums);
    wgmma_wait<0> ();
    engine_free_stage (signal, ring.stage);
    engine_add_step<S> (scaler, 1, other, sums);
    stage_next (ring, task.stages);
  }
  if (steps % 2 != 0) {
    engine_begin_step<S> (place, memory, full, ring, one);
    if constexpr (S::scaled)
      engine_next_scales<S> (task, consumer, scaler);
    wgmma_wait<0> ();
    engine_free_stage (signal, ring.stage);
    engine_add_step<S> (scaler, 0, one, sums);
    stage_next (ring, task.stages);
  }
}

#endif /* __CUDA_ARCH_FEAT_SM90_ALL */

#endif /* MATMUL_ENGINE_MOVED_CUH */
