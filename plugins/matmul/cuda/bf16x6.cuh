/* SPDX-License-Identifier: BSD-3-Clause
 *
 * f32 products by bf16 tensor cores (bf16x6.cu): the kernel.  Producers copy
 * and split (bf16x6-produce.cuh), consumers split and multiply
 * (bf16x6-consume.cuh), and all store (bf16x6-store.cuh).
 */
#ifndef MATMUL_BF16X6_CUH
#define MATMUL_BF16X6_CUH

#include "bf16x6-consume.cuh"
#include "bf16x6-produce.cuh"
#include "bf16x6-store.cuh"
#include "cuda/cluster.cuh"
#include "cuda/only-if.cuh"

#if defined __CUDA_ARCH_FEAT_SM90_ALL

/* Gives the registers that a producer does not need to consumers (setmaxnreg).
 */
template <typename S>
static __device__ __forceinline__ void
bf16x6_set_registers (bool producer)
{
  if constexpr (S::consumer_registers > 0) {
    if (producer)
      asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;"
                   :
                   : "n"((int)S::producer_registers));
    else
      asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;"
                   :
                   : "n"((int)S::consumer_registers));
  }
}

#endif /* __CUDA_ARCH_FEAT_SM90_ALL */

template <typename S, int mn_major_a, int mn_major_b, bool whole>
static __global__ void
__launch_bounds__ (S::threads, S::blocks)
    bf16x6 (const __grid_constant__ struct bf16x6_task all)
{
#if defined __CUDA_ARCH_FEAT_SM90_ALL
  extern __shared__ __align__ (1024) unsigned char memory[];
  __shared__ struct bf16x6_barriers barriers;
  const struct bf16x6_task task = batch_operands_product (all);
  const int tile = (int)divide_by (blockIdx.x, task.of_splits);
  const int rank = (int)blockIdx.x - tile * task.splits;
  const struct bands_position at = bands_position (&task.bands, tile);
  const int row = at.down * S::rows, col = at.across * S::cols;
  const int first = task.steps * rank / task.splits;
  const int last = task.steps * (rank + 1) / task.splits;
  const int group = __shfl_sync (~0U, threadIdx.x / 128, 0);
  float *const parts = reinterpret_cast<float *> (memory);

  if (threadIdx.x == 0) {
    mbarrier_init (barriers.full, S::stages, 2 * S::producer_threads);
    mbarrier_init (barriers.empty, S::stages, 4 * S::consumers);
  }
  __syncthreads ();
  if (!only_if_computes (task.only_if))
    return;
  if (group < S::producers) {
    bf16x6_set_registers<S> (true);
    bf16x6_produce<S, mn_major_a, mn_major_b, whole> (
        task, row, col, first, last, async_shared (memory), barriers);
    __syncthreads ();
  } else {
    float sums[S::sums];

    bf16x6_set_registers<S> (false);
    bf16x6_consume<S, mn_major_a, mn_major_b> (
        last - first, group - S::producers, async_shared (memory), barriers,
        sums);
    /* All stages have been read. */
    __syncthreads ();
    bf16x6_stage_sums<S, mn_major_a> (parts, task.transposed,
                                      group - S::producers, sums);
  }
  if (task.splits > 1)
    cluster_sync ();
  else
    __syncthreads ();
  if (task.transposed)
    bf16x6_store<S, mn_major_a, mn_major_b, true> (task, parts, rank, row, col);
  else
    bf16x6_store<S, mn_major_a, mn_major_b, false> (task, parts, rank, row,
                                                    col);
  /* Other blocks may still read this block's memory. */
  if (task.splits > 1)
    cluster_sync ();
#else
  (void)all;
#endif
}

#endif /* MATMUL_BF16X6_CUH */
