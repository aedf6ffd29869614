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
  typedef sum_of<T> S;
  __shared__ S held[PASS_THREADS];
  /* Where the block's part of a row begins, and its elements. */
  const int64_t at = (int64_t)blockIdx.x * PASS_THREADS;
  const int n = (int)min (pass.cols - at, (int64_t)PASS_THREADS);
  const int t = (int)threadIdx.x;

  for (int64_t row = blockIdx.y; row < pass.rows; row += gridDim.y) {
    if (t < n)
      held[t] = as_sum (((const T *)pass.src)[row * pass.cols + at + t]);
    __syncthreads ();
    for (int step = 1; step < n; step *= 2) {
      if (t % (2 * step) == 0 && t + step < n)
        held[t] = combine_two<op> (held[t], held[t + step]);
      __syncthreads ();
    }
    if (t == 0)
      ((S *)pass.dst)[row * gridDim.x + blockIdx.x] = held[0];
    __syncthreads (); /* before the next row overwrites held */
  }
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
