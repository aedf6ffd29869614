/* SPDX-License-Identifier: BSD-3-Clause
 *
 * first-add: sequential, whose threads add two elements as they read them.
 *
 * The idea is the fourth kernel of Mark Harris, Optimizing Parallel Reduction
 * in CUDA.  In sequential half of the threads are idle from the first step on;
 * here all have added once before that, and a thread has two reads in flight.
 */
#include "number.cuh"
#include "passes.cuh"

template <typename T, int op>
static __global__ void
__launch_bounds__ (PASS_THREADS) first_add_pass (const reduce_pass pass)
{
  typedef sum_of<T> S;
  __shared__ S held[PASS_THREADS];
  const int64_t at = (int64_t)blockIdx.x * 2 * PASS_THREADS;
  const int n = (int)min (pass.cols - at, INT64_C (2) * PASS_THREADS);
  const int t = (int)threadIdx.x, second = t + PASS_THREADS;

  for (int64_t row = blockIdx.y; row < pass.rows; row += gridDim.y) {
    const T *src = (const T *)pass.src + row * pass.cols + at;

    if (second < n)
      held[t] = combine_two<op> (as_sum (src[t]), as_sum (src[second]));
    else if (t < n)
      held[t] = as_sum (src[t]);
    __syncthreads ();
    for (int step = PASS_THREADS / 2; step > 0; step /= 2) {
      if (t < step && t + step < n)
        held[t] = combine_two<op> (held[t], held[t + step]);
      __syncthreads ();
    }
    if (t == 0)
      ((S *)pass.dst)[row * gridDim.x + blockIdx.x] = held[0];
    __syncthreads ();
  }
}

static int
first_add_prepare (const gk_host *host, const gk_device *, const void *problem,
                   const gk_value *, void **state)
{
  const gk_reduce *p = (const gk_reduce *)problem;

  return reduce_by_type (p, [=] (auto element, auto operation) {
    typedef decltype (element) T;
    const int op = decltype (operation)::op;

    return reduce_passes_make (host, p, first_add_pass<T, op>,
                               first_add_pass<sum_of<T>, op>, 2 * PASS_THREADS,
                               sizeof (sum_of<T>), state);
  });
}

extern "C" gk_variant
reduce_first_add_variant (void)
{
  return launches_variant (first_add_prepare);
}
