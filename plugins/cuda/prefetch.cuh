/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Prefetches a line into L2, and with it the translation of its address.
 */
#ifndef CUDA_PREFETCH_CUH
#define CUDA_PREFETCH_CUH

static __device__ __forceinline__ void
prefetch_l2 (const void *line)
{
  asm volatile("prefetch.global.L2 [%0];" : : "l"(line));
}

#endif /* CUDA_PREFETCH_CUH */
