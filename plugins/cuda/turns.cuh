/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Two warpgroups that take turns, by two named barriers of the block, the first
 * of which is given: it signals the turn of warpgroup 0, the next one that of
 * warpgroup 1.
 */
#ifndef CUDA_TURNS_CUH
#define CUDA_TURNS_CUH

static __device__ __forceinline__ void
turn_await (int first_barrier, int group)
{
  asm volatile("bar.sync %0, 256;" : : "r"(first_barrier + group) : "memory");
}

/* Signals the other warpgroup's turn. */
static __device__ __forceinline__ void
turn_pass (int first_barrier, int group)
{
  asm volatile("bar.arrive %0, 256;"
               :
               : "r"(first_barrier + 1 - group)
               : "memory");
}

#endif /* CUDA_TURNS_CUH */
