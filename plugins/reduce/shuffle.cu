/* SPDX-License-Identifier: BSD-3-Clause
 *
 * shuffle: first-add, whose threads exchange sums by registers within a warp.
 *
 * The idea is that of Justin Luitjens, Faster Parallel Reductions on Kepler.  A
 * tree in shared memory writes, waits at a barrier and reads for each of its
 * eight steps; by registers five steps need none of that, and the sums of eight
 * warps need one barrier.
 */
#include "number.cuh"
#include "passes.cuh"

template <typename T, int op>
static __global__ void
__launch_bounds__ (PASS_THREADS) shuffle_pass (const reduce_pass pass)
{
  __shared__ sum_of<T> of_warp[PASS_THREADS / 32];
  const T *src = pass_elements<T> (pass, 2 * PASS_THREADS);
  const unsigned n = pass_count (pass, 2 * PASS_THREADS);
  const unsigned t = threadIdx.x;
  sum_of<T> x;

  if (pass_row () >= pass.rows)
    return;
  x = combine_two<op> (element_or_neutral<op> (src, t, n),
                       element_or_neutral<op> (src, t + PASS_THREADS, n));
  x = combine_block<op> (x, of_warp);
  if (t == 0)
    pass_store (pass, x);
}

static int
shuffle_prepare (const gk_host *host, const gk_device *, const void *problem,
                 const gk_value *, void **state)
{
  const gk_reduce *p = (const gk_reduce *)problem;

  return reduce_by_type (p, [=] (auto element, auto operation) {
    typedef decltype (element) T;
    const int op = decltype (operation)::op;

    return reduce_passes_make (host, p, shuffle_pass<T, op>,
                               shuffle_pass<sum_of<T>, op>, 2 * PASS_THREADS,
                               sizeof (sum_of<T>), state);
  });
}

extern "C" gk_variant
reduce_shuffle_variant (void)
{
  return launches_variant (shuffle_prepare);
}
