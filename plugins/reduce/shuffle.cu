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
  typedef sum_of<T> S;
  __shared__ S of_warp[PASS_THREADS / 32];
  const int64_t at = (int64_t)blockIdx.x * 2 * PASS_THREADS;
  const int n = (int)min (pass.cols - at, INT64_C (2) * PASS_THREADS);
  const int t = (int)threadIdx.x, second = t + PASS_THREADS;

  for (int64_t row = blockIdx.y; row < pass.rows; row += gridDim.y) {
    const T *src = (const T *)pass.src + row * pass.cols + at;
    S x = t < n ? as_sum (src[t]) : neutral_number<op, S> ();

    if (second < n)
      x = combine_two<op> (x, as_sum (src[second]));
    x = combine_block<op> (x, of_warp);
    if (t == 0)
      ((S *)pass.dst)[row * gridDim.x + blockIdx.x] = x;
    __syncthreads (); /* before the next row overwrites of_warp */
  }
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
