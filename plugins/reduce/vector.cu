/* SPDX-License-Identifier: BSD-3-Clause
 *
 * vector: as many blocks as fit on the device at once, whose threads read words
 * of 16 bytes, several of them in flight.
 *
 * The idea is that of the seventh kernel of Mark Harris, Optimizing Parallel
 * Reduction in CUDA.  The plain rungs start a block for each 256 or 512
 * elements, which has barriers and a sum of its own; here a thread adds all
 * that it reads in a register, and a block has one sum, however long the row. A
 * second launch adds the sums of blocks.
 */
#include "passes.cuh"
#include "shares.h"
#include "words.cuh"

template <typename T, int op>
static __global__ void
__launch_bounds__ (MOST_THREADS) vector_pass (const reduce_pass pass)
{
  __shared__ sum_of<T> of_warp[MOST_THREADS / 32];
  sum_of<T> x;

  if (pass_row () >= pass.rows)
    return;
  x = combine_row<op> ((const T *)pass.src + pass_row () * pass.cols, pass.cols,
                       (int64_t)blockIdx.x * blockDim.x + threadIdx.x,
                       (int64_t)gridDim.x * blockDim.x);
  x = combine_block<op> (x, of_warp);
  if (threadIdx.x == 0)
    pass_store (pass, x);
}

template <typename T, int op>
static int
make_typed (const gk_host *host, const gk_reduce *p, int64_t blocks,
            unsigned threads, void **state)
{
  void *room = p->dst;
  reduce_pass pass;
  launches *all;
  int r;

  if (blocks > 1)
    room = host->workspace (host,
                            (size_t)(p->rows * blocks) * sizeof (sum_of<T>));
  if (room == NULL)
    return GK_SKIP;
  r = reduce_passes_begin (host, p, &pass, &all);
  if (r != GK_OK)
    return r;
  reduce_pass_add (all, &pass, vector_pass<T, op>, blocks, threads, room);
  if (blocks > 1)
    reduce_pass_add (all, &pass, vector_pass<sum_of<T>, op>, 1, threads,
                     p->dst);
  *state = all;
  return GK_OK;
}

static int
vector_prepare (const gk_host *host, const gk_device *device,
                const void *problem, const gk_value *values, void **state)
{
  const gk_reduce *p = (const gk_reduce *)problem;
  const unsigned threads = 128U << values[0].i; /* reduce_threads */
  const int64_t blocks = reduce_blocks_of_row (p, device, (int)threads);

  return reduce_by_type (p, [=] (auto element, auto operation) {
    return make_typed<decltype (element), decltype (operation)::op> (
        host, p, blocks, threads, state);
  });
}

extern "C" gk_variant
reduce_vector_variant (void)
{
  static const gk_option options[] = { REDUCE_THREADS_OPTION };
  gk_variant v = launches_variant (vector_prepare);

  v.options = options;
  v.n_options = GK_COUNT (options);
  return v;
}
