/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How the engine goes through the products of digits (digits.h) that make one:
 * a tile's steps are those of the pair (0, 3) of planes of A and B, then of (1,
 * 2) ... (0, 2) ... (0, 0).  Pairs with a plane that is all 0 are left out.
 */
#ifndef MATMUL_ENGINE_DIGITS_CUH
#define MATMUL_ENGINE_DIGITS_CUH

#include "engine-shape.cuh"
#include "stream-k.h"

#if defined __CUDA_ARCH_FEAT_SM90_ALL

/* A pair of planes: A's, and B's, which is sum - a. */
struct engine_pair {
  int n; /* its place among all; -1 behind the last */
  int a, sum;
};

static __device__ __forceinline__ struct engine_pair
engine_first_pair (void)
{
  return { 0, 0, digits_planes - 1 };
}

static __device__ __forceinline__ void
engine_next_pair (struct engine_pair *p)
{
  p->n = p->n + 1 < digits_products ? p->n + 1 : -1;
  if (p->a++ == p->sum) {
    p->sum--;
    p->a = 0;
  }
}

/* The steps of a pair that are in a part: from one of the pair's on. */
struct engine_run {
  int first, steps;
};

static __device__ __forceinline__ struct engine_run
engine_run_of (int plane_steps, const struct stream_k_part &part,
               const struct engine_pair &p, unsigned live)
{
  const unsigned both
      = 1U << p.a | 1U << (digits_planes + p.sum - p.a);
  const int first = max (part.first - p.n * plane_steps, 0);
  const int end = min (part.end - p.n * plane_steps, plane_steps);

  return { first, (live & both) == both ? max (end - first, 0) : 0 };
}

/* Of the part's steps, those that there are of pairs with this sum. */
static __device__ __forceinline__ int
engine_steps_of_sum (int plane_steps, const struct stream_k_part &part, int sum,
                     unsigned live)
{
  int steps = 0;

#pragma unroll 1
  for (struct engine_pair p = engine_first_pair (); p.n >= 0;
       engine_next_pair (&p))
    if (p.sum == sum)
      steps += engine_run_of (plane_steps, part, p, live).steps;
  return steps;
}

/* Which planes are not all 0, for each thread; the last block to ask leaves
 * that as it must be for the next launch. */
template <typename S>
static __device__ __forceinline__ unsigned
engine_live_planes (const struct engine_task &task)
{
  const unsigned live = __ldcg (task.live);

  asm volatile("bar.sync 7, %0;" : : "n"(S::threads) : "memory");
  if (threadIdx.x == 0
      && atomicAdd (task.readers, 1) == gridDim.x - 1) {
    *task.live = 0;
    *task.readers = 0;
  }
  return live;
}

#endif /* __CUDA_ARCH_FEAT_SM90_ALL */

#endif /* MATMUL_ENGINE_DIGITS_CUH */
