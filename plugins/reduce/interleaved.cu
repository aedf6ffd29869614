/* SPDX-License-Identifier: BSD-3-Clause
 *
 * interleaved: a block adds 256 elements in shared memory, as a tree whose
 * first step adds neighbours.
 *
 * The idea is the first kernel of Mark Harris, Optimizing Parallel Reduction in
 * CUDA.  Only every second thread adds in the first step, every fourth in the
 * next: each warp goes on with fewer and fewer of its threads, to the last.
 */
#include "number.cuh"
#include "passes.cuh"

template <typename T, int op>
static __global__ void
__launch_bounds__ (PASS_THREADS) interleaved_pass (const reduce_pass pass)
{
  __shared__ sum_of<T> held[PASS_THREADS];
  const unsigned t = threadIdx.x;

  if (pass_row () >= pass.rows)
    return;
  held[t] = element_or_neutral<op> (pass_elements<T> (pass, PASS_THREADS), t,
                                    pass_count (pass, PASS_THREADS));
  __syncthreads ();
  for (unsigned step = 1; step < PASS_THREADS; step *= 2) {
    if (t % (2 * step) == 0)
      held[t] = combine_two<op> (held[t], held[t + step]);
    __syncthreads ();
  }
  if (t == 0)
    pass_store (pass, held[0]);
}

static int
interleaved_prepare (const gk_host *host, const gk_device *,
                     const void *problem, const gk_value *, void **state)
{
  const gk_reduce *p = (const gk_reduce *)problem;

  return reduce_by_type (p, [=] (auto element, auto operation) {
    typedef decltype (element) T;
    const int op = decltype (operation)::op;

    return reduce_passes_make (host, p, interleaved_pass<T, op>,
                               interleaved_pass<sum_of<T>, op>, PASS_THREADS,
                               sizeof (sum_of<T>), state);
  });
}

extern "C" gk_variant
reduce_interleaved_variant (void)
{
  return launches_variant (interleaved_prepare);
}
