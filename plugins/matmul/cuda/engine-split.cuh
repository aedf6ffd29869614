/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the engine is told by the kernel that split its operands (split.h).
 */
#ifndef MATMUL_ENGINE_SPLIT_CUH
#define MATMUL_ENGINE_SPLIT_CUH

#include "engine-shape.cuh"

#if defined __CUDA_ARCH_FEAT_SM90_ALL

/* What is known of the planes, for each thread; the last block to ask leaves
 * that as it must be for the next launch, and tells who comes behind whether
 * anything was multiplied. */
template <typename S>
static __device__ __forceinline__ unsigned
engine_nonzero_planes (const struct engine_task &task)
{
  const unsigned nonzero = __ldcg (&task.signals->nonzero);

  /* Not so: but who asks has the value when it meets the others. */
  if (nonzero >> (split_unsplittable + 1) != 0)
    __trap ();
  asm volatile("bar.sync 7, %0;" : : "n"(S::threads) : "memory");
  if (threadIdx.x == 0
      && atomicAdd (&task.signals->readers, 1) == gridDim.x - 1) {
    task.signals->unsplittable = nonzero >> split_unsplittable & 1;
    task.signals->nonzero = 0;
    task.signals->readers = 0;
  }
  return nonzero;
}

#endif /* __CUDA_ARCH_FEAT_SM90_ALL */

#endif /* MATMUL_ENGINE_SPLIT_CUH */
