/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Sums of floats of 8 bits, moved to f32 after each step.
 *
 * A wgmma of floats of 8 bits adds 32 products to a sum in some 14 bits,
 * relative to the largest of them: less than f32 has, so that errors grow with
 * the inner dimension.  Here a step's four wgmmas begin at 0, and what they
 * give is added to the sums by the CUDA cores: so the errors are those of 128
 * products, whatever the inner dimension is.  A consumer adds while the other
 * one multiplies.
 *
 * A tile of 256 columns is multiplied in two halves, one behind the other, as a
 * thread has no registers for its sums twice.
 *
 * Source: NVIDIA, CUTLASS 3.2 (2023), which calls it promotion.
 */
#ifndef MATMUL_ENGINE_MOVED_CUH
#define MATMUL_ENGINE_MOVED_CUH

#include "engine-multiply.cuh"
#include "engine-share.cuh"

#if defined __CUDA_ARCH_FEAT_SM90_ALL

/* Multiplies one step of so many columns, and waits. */
template <typename S, int cols>
static __device__ __forceinline__ void
engine_multiply_step (uint64_t a, uint64_t b, uint32_t (&step)[cols / 2])
{
  wgmma_fence ();
#pragma unroll
  for (int i = 0; i < 4; i++)
    wgmma_multiply<S::type, cols, 0, 0> (step, a + wgmma_further (i * 32),
                                         b + wgmma_further (i * 32), i);
  wgmma_commit ();
  wgmma_wait<0> ();
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
  constexpr int cols = S::cols > 128 ? S::cols / 2 : S::cols;

  engine_clear<S> (sums);
  for (int k = 0; k < steps; k++) {
    const uint32_t at = memory + ring.stage * S::stage;
    const uint64_t a = wgmma_descriptor (at + place * S::box);

    mbarrier_wait (&full[ring.stage], ring.phase);
#pragma unroll
    for (int first = 0; first < S::cols; first += cols) {
      const uint64_t b = wgmma_descriptor (at + S::a_bytes + first * 128);
      uint32_t step[cols / 2];

      engine_multiply_step<S, cols> (a, b, step);
      if (first + cols == S::cols)
        engine_free_stage (signal, ring.stage);
#pragma unroll
      for (int i = 0; i < cols / 2; i++)
        engine_add<S> (sums[0][first / 2 + i], step[i]);
    }
    stage_next (ring, task.stages);
  }
}

#endif /* __CUDA_ARCH_FEAT_SM90_ALL */

#endif /* MATMUL_ENGINE_MOVED_CUH */
