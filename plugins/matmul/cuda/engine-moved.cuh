/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Sums of floats of 8 bits, moved to f32 after each step.
 *
 * A wgmma of floats of 8 bits adds 32 products to a sum in some 14 bits,
 * relative to the largest of them: less than f32 has, so that errors grow with
 * the inner dimension.  Here a step's four wgmmas begin at 0, and what they
 * give is added to the sums by the CUDA cores: so the errors are those of 128
 * products, whatever the inner dimension is.  A consumer adds one step while
 * the next is multiplied.  Of a tile of 192 columns it has no registers for two
 * steps: it adds while the other consumer multiplies.
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

/* Multiplies n steps, each while the one before it is added. */
template <typename S, int n>
static __device__ __forceinline__ void
engine_multiply_steps (const struct engine_task &task,
                       struct engine_scaler &scaler, int consumer, int place,
                       uint32_t memory, uint64_t *full,
                       const struct engine_empty_signal &signal,
                       struct stage_turn &ring,
                       uint32_t (&sums)[S::high][S::cols / 2])
{
  uint32_t step[2][S::cols / 2];
  int stage[n];

#pragma unroll
  for (int i = 0; i < n; i++) {
    engine_begin_step<S> (place, memory, full, ring, step[i % 2]);
    stage[i] = ring.stage;
    stage_next (ring, task.stages);
    if constexpr (S::scaled)
      if (i % 2 != 0 || n == 1)
        engine_next_scales<S> (task, consumer, scaler);
    if (i == 0)
      continue;
    wgmma_wait<1> ();
    engine_free_stage (signal, stage[i - 1]);
    engine_add_step<S> (scaler, (i - 1) % 2, step[(i - 1) % 2], sums);
  }
  wgmma_wait<0> ();
  engine_free_stage (signal, stage[n - 1]);
  engine_add_step<S> (scaler, (n - 1) % 2, step[(n - 1) % 2], sums);
}

/* With scales registers are short: steps go in pairs (one consumer, 128 lines
 * of B: 18.2 us, 20.5 by fours), but by fours where two consumers have rows'
 * scales (4096^3: 118 us, 123 in pairs). */
template <typename S>
static __device__ constexpr int
engine_steps_at_once (void)
{
  return !S::scaled                                              ? 8
         : S::factors == ENGINE_SCALED_ROWS && S::consumers == 2 ? 4
                                                                 : 2;
}

/* Like engine_multiply.  So many steps at once, of narrow tiles four, of wide
 * ones one, the rest in pairs; behind these no wgmma is in flight: the compiler
 * reads the sums of one while the next is multiplied only where it has them all
 * in one sequence. */
template <typename S>
static __device__ __forceinline__ void
engine_multiply_moved (const struct engine_task &task,
                       const struct engine_tile &tile, int first, int steps,
                       int consumer, int place, uint32_t memory, uint64_t *full,
                       const struct engine_empty_signal &signal,
                       struct stage_turn &ring,
                       uint32_t (&sums)[S::high][S::cols / 2])
{
  static_assert (S::high == 1 && S::cols <= (S::by_single_steps ? 192 : 128)
                     && !S::ping_pong,
                 "");
  const int most = engine_steps_at_once<S> ();
  struct engine_scaler scaler;
  int k = 0;

  engine_clear<S> (sums);
  if constexpr (S::scaled)
    scaler = engine_begin_scales<S> (task, tile, first, steps, place);
  if constexpr (S::by_single_steps)
    for (; k < steps; k++)
      engine_multiply_steps<S, 1> (task, scaler, consumer, place, memory, full,
                                   signal, ring, sums);
  else if constexpr (S::in_flight == 4)
    for (; k + 3 < steps; k += 4)
      engine_multiply_four<S> (task, scaler, place, memory, full, signal, ring,
                               sums);
  else if constexpr (most > 2)
    for (; k + most <= steps; k += most)
      engine_multiply_steps<S, most> (task, scaler, consumer, place, memory,
                                      full, signal, ring, sums);
  if constexpr (!S::by_single_steps) {
    for (; k + 1 < steps; k += 2)
      engine_multiply_steps<S, 2> (task, scaler, consumer, place, memory, full,
                                   signal, ring, sums);
    if (k < steps)
      engine_multiply_steps<S, 1> (task, scaler, consumer, place, memory, full,
                                   signal, ring, sums);
  }
}

#endif /* __CUDA_ARCH_FEAT_SM90_ALL */

#endif /* MATMUL_ENGINE_MOVED_CUH */
