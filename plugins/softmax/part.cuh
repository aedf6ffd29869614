/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What is known of a part of a row, both steps at once, and how parts are
 * joined: the sum of a part is relative to its own shift.
 */
#ifndef SOFTMAX_PART_CUH
#define SOFTMAX_PART_CUH

#include "group.cuh"

/* What a thread or a block has of a row: of a softmax the greatest element and
 * the sum, of a layernorm the mean, the sum of squares, and the number of
 * elements. */
struct online_part {
  float shift, sum, n;
};

template <int op>
static __device__ __forceinline__ online_part
part_zero (void)
{
  const online_part zero = { first_zero<op> (), 0, 0 };

  return zero;
}

template <int op>
static __device__ __forceinline__ online_part
join_parts (const online_part &a, const online_part &b)
{
  online_part r = { 0, 0, a.n + b.n };

  if (op == GK_SOFTMAX_SOFTMAX) {
    r.shift = fmaxf (a.shift, b.shift);
    r.sum
        = a.sum * power (a.shift - r.shift) + b.sum * power (b.shift - r.shift);
  } else {
    const float more = b.shift - a.shift;
    const float share = b.n > 0 ? __fdividef (b.n, r.n) : 0;

    r.shift = a.shift + more * share;
    r.sum = a.sum + b.sum + more * more * (a.n * share);
  }
  return r;
}

/* Returns what the sum of a part is by another shift. */
template <int op>
static __device__ __forceinline__ float
move_sum (const online_part &x, float shift)
{
  const float more = x.shift - shift;

  return op == GK_SOFTMAX_SOFTMAX ? x.sum * power (more)
                                  : x.sum + more * more * x.n;
}

/* Joins what the lanes of a warp have, or the threads of a block, which all
 * call this and get the same.  They first find the shift of all, and then each
 * moves its sum to it once: to join pairs of both takes ten exponentials a
 * thread.  room: 64 numbers of shared memory, for a block; a barrier must be
 * between two calls. */
template <int op, bool warp>
static __device__ __forceinline__ online_part
join_all_parts (const online_part &x, float *room)
{
  online_part all = { x.shift, 0, x.n };

  if (op == GK_SOFTMAX_LAYERNORM) {
    all.n = warp ? join_warp<add_two> (x.n)
                 : join_block<add_two> (x.n, 0, room + 32);
    all.shift *= x.n;
  }
  all.shift
      = warp ? join_warp<first_join<op>> (all.shift)
             : join_block<first_join<op>> (all.shift, first_zero<op> (), room);
  if (op == GK_SOFTMAX_LAYERNORM)
    all.shift = all.n > 0 ? all.shift / all.n : 0; /* a block may have none */
  all.sum = move_sum<op> (x, all.shift);
  all.sum = warp ? join_warp<add_two> (all.sum)
                 : join_block<add_two> (all.sum, 0, room + 32);
  return all;
}

#endif /* SOFTMAX_PART_CUH */
