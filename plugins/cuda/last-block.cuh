/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Finds the block that ends last, which combines what all blocks left: one
 * launch instead of two.
 *
 * The idea is that of threadFenceReduction among CUDA's samples: each block
 * leaves its result and draws a number from a counter.  The fence between the
 * two makes the result visible before the number counts.
 */
#ifndef CUDA_LAST_BLOCK_CUH
#define CUDA_LAST_BLOCK_CUH

#include <stdint.h>

#include "cuda/cleared.cuh"

/* For prepare: takes memory for n counters, which are 0 before the first
 * launch. GK_SKIP: there is none. */
static inline int
last_block_counters (const gk_host *host, const gk_device *device, int64_t n,
                     unsigned **counters)
{
  return cleared_workspace (host, device, (size_t)n, counters);
}

/* True in all threads of the block that comes here last of gridDim.x; what the
 * first threads of the others left is visible to it, past L1 (__ldcg).  All
 * threads of a block call this.  The counter is 0 before the first launch, and
 * again when the last block has drawn. */
static __device__ __forceinline__ bool
is_last_block (unsigned *drawn)
{
  __shared__ bool last;

  if (threadIdx.x == 0) {
    __threadfence ();
    last = atomicInc (drawn, gridDim.x - 1) == gridDim.x - 1;
    __threadfence ();
  }
  __syncthreads ();
  return last;
}

#endif /* CUDA_LAST_BLOCK_CUH */
