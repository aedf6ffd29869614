/* SPDX-License-Identifier: BSD-3-Clause
 *
 * sequential: the tree of interleaved, whose steps add the upper half of what
 * is left to the lower.
 *
 * The idea is the third kernel of Mark Harris, Optimizing Parallel Reduction in
 * CUDA.  The threads that add are the first ones, so that whole warps have
 * nothing left to do; and they read consecutive words, so that none waits for a
 * bank of shared memory.
 */
#include "number.cuh"
#include "passes.cuh"

template <typename T, int op>
static __global__ void
__launch_bounds__ (PASS_THREADS) sequential_pass (const reduce_pass pass)
{
  __shared__ sum_of<T> held[PASS_THREADS];
  const unsigned t = threadIdx.x;

  if (pass_row () >= pass.rows)
    return;
  held[t] = element_or_neutral<op> (pass_elements<T> (pass, PASS_THREADS), t,
                                    pass_count (pass, PASS_THREADS));
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
sequential_prepare (const gk_host *host, const gk_device *, const void *problem,
                    const gk_value *, void **state)
{
  const gk_reduce *p = (const gk_reduce *)problem;

  return reduce_by_type (p, [=] (auto element, auto operation) {
    typedef decltype (element) T;
    const int op = decltype (operation)::op;

    return reduce_passes_make (host, p, sequential_pass<T, op>,
                               sequential_pass<sum_of<T>, op>, PASS_THREADS,
                               sizeof (sum_of<T>), state);
  });
}

extern "C" gk_variant
reduce_sequential_variant (void)
{
  return launches_variant (sequential_prepare);
}
