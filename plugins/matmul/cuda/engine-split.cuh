/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Reads the signals of the kernel that split the engine's operands (split.h).
 */
#ifndef MATMUL_ENGINE_SPLIT_CUH
#define MATMUL_ENGINE_SPLIT_CUH

#include "engine-shape.cuh"

#if defined __CUDA_ARCH_FEAT_SM90_ALL

/* Returns the mask of nonzero planes, to each thread.  The last block to read
 * resets the signals for the next launch, stores for the launches behind it
 * whether anything was multiplied, and counts the launch. */
template <typename S>
static __device__ __forceinline__ unsigned
engine_nonzero_planes (const struct engine_task &task)
{
  const unsigned nonzero = __ldcg (&task.signals->nonzero);

  /* Never true: the test makes each thread have the value before the barrier.
   */
  if (nonzero >> split_bits != 0)
    __trap ();
  asm volatile("bar.sync 7, %0;" : : "n"(S::threads) : "memory");
  if (threadIdx.x == 0
      && atomicAdd (&task.signals->readers, 1) == gridDim.x - 1) {
    struct split_signals *const s = task.signals;

    s->nonzero = s->readers = 0;
    s->unsplittable = nonzero >> split_unsplittable & 1;
#pragma unroll
    for (int i = 0; i < 2; i++)
#pragma unroll
      for (int j = 0; j < 6; j++)
        s->spread[i][j] = 0;
    atomicAdd (&s->taken[split_path_of (nonzero)], 1);
  }
  return nonzero;
}

#endif /* __CUDA_ARCH_FEAT_SM90_ALL */

#endif /* MATMUL_ENGINE_SPLIT_CUH */
