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
  __shared__ sum_of<T> held[PASS_THREADS];
  const T *src = pass_elements<T> (pass, 2 * PASS_THREADS);
  const unsigned n = pass_count (pass, 2 * PASS_THREADS);
  const unsigned t = threadIdx.x;

  if (pass_row () >= pass.rows)
    return;
  held[t] = combine_two<op> (element_or_neutral<op> (src, t, n),
                             element_or_neutral<op> (src, t + PASS_THREADS, n));
  __syncthreads ();
  for (unsigned step = PASS_THREADS / 2; step > 0; step /= 2) {
    if (t < step)
      held[t] = combine_two<op> (held[t], held[t + step]);
    __syncthreads ();
  }
  if (t == 0)
    pass_store (pass, held[0]);
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
