/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The order of the products of digits (digits.h) that make one product: a
 * tile's steps are those of the pairs of planes with the highest sum of places,
 * then of the next ... and of (0, 0) at last.  Pairs with a plane that is all 0
 * are skipped.
 */
#ifndef MATMUL_ENGINE_DIGITS_CUH
#define MATMUL_ENGINE_DIGITS_CUH

#include "engine-shape.cuh"
#include "stream-k.h"

#if defined __CUDA_ARCH_FEAT_SM90_ALL

/* The digits to multiply.  How many products floats need is known only when
 * they are split; nothing of theirs is shared, so that the pairs may be counted
 * from the first one that is needed. */
template <typename S>
static __device__ __forceinline__ struct digits
engine_digits (const struct engine_task &task, unsigned nonzero)
{
  if constexpr (S::factors == ENGINE_FLOATS)
    return { digits_most, digits_top_of_floats (nonzero) };
  return task.digits;
}

/* A pair of planes: A's is a, B's is sum - a. */
struct engine_pair {
  int n; /* its index among all pairs */
  int a, sum;
};

static __device__ __forceinline__ struct engine_pair
engine_first_pair (const struct digits &d)
{
  return { 0, digits_first (&d, d.top), d.top };
}

/* After the last pair sum is -1. */
static __device__ __forceinline__ void
engine_next_pair (const struct digits &d, struct engine_pair *p)
{
  p->n++;
  if (p->a++ == digits_last (&d, p->sum)) {
    p->sum--;
    p->a = digits_first (&d, p->sum);
  }
}

/* The steps of a pair that are in a part, as a range of the pair's steps. */
struct engine_run {
  int first, steps;
};

static __device__ __forceinline__ struct engine_run
engine_run_of (int plane_steps, const struct stream_k_part &part,
               const struct engine_pair &p, unsigned nonzero)
{
  const unsigned both = 1U << p.a | 1U << (digits_b + p.sum - p.a);
  const int first = max (part.first - p.n * plane_steps, 0);
  const int end = min (part.end - p.n * plane_steps, plane_steps);

  return { first, (nonzero & both) == both ? max (end - first, 0) : 0 };
}

/* The part's steps that belong to nonzero pairs with this sum. */
static __device__ __forceinline__ int
engine_steps_of_sum (const struct engine_task &task,
                     const struct digits &digits,
                     const struct stream_k_part &part, int sum,
                     unsigned nonzero)
{
  int steps = 0;

#pragma unroll 1
  for (struct engine_pair p = engine_first_pair (digits); p.sum >= 0;
       engine_next_pair (digits, &p))
    if (p.sum == sum)
      steps += engine_run_of (task.plane_steps, part, p, nonzero).steps;
  return steps;
}

#endif /* __CUDA_ARCH_FEAT_SM90_ALL */

#endif /* MATMUL_ENGINE_DIGITS_CUH */
