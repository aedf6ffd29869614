/* SPDX-License-Identifier: BSD-3-Clause
 *
 * one-pass: vector in one launch.  Each block leaves its sum, and the one that
 * ends last adds the sums of all (blocks.cuh).  A second launch costs some two
 * microseconds, in which nothing is read.
 */
#include <stdint.h>

#include "blocks.cuh"
#include "cuda/pdl.cuh"
#include "cuda/prepared.cuh"
#include "make.h"
#include "shares.h"
#include "words.cuh"

struct one_pass {
  const void *src;
  void *dst;
  struct blocks_room room;
  int64_t rows, cols;
};

template <typename T, int op>
static __global__ void
__launch_bounds__ (MOST_THREADS) one_pass_kernel (const one_pass o)
{
  typedef sum_of<T> S;
  __shared__ S of_warp[MOST_THREADS / 32];

  pdl_wait ();
  for (int64_t row = blockIdx.y; row < o.rows; row += gridDim.y) {
    const unsigned launch = gridDim.x > 1 ? blocks_launch (o.room, row) : 0;
    S x = combine_block<op> (
        combine_row<op> ((const T *)o.src + row * o.cols, o.cols,
                         (int64_t)blockIdx.x * blockDim.x + threadIdx.x,
                         (int64_t)gridDim.x * blockDim.x),
        of_warp);

    /* All threads get the same, behind a barrier: of_warp may be used again. */
    if (gridDim.x > 1 && !combine_blocks<op> (o.room, row, launch, &x, of_warp))
      continue;
    if (threadIdx.x == 0)
      ((S *)o.dst)[row] = x;
    __syncthreads ();
  }
}

extern "C" int
reduce_one_pass_make (const gk_host *host, const gk_device *device,
                      const gk_reduce *p, int threads, void **state)
{
  const int64_t blocks = reduce_blocks_of_row (p, device, threads);
  one_pass o = { p->src, p->dst, { NULL, NULL }, p->rows, p->cols };
  struct prepared_shape shape = {};

  shape.grid = dim3 ((unsigned)blocks, reduce_grid_rows (p->rows));
  shape.block = dim3 ((unsigned)threads);
  shape.pdl = true;
  return reduce_by_type (p, [&] (auto element, auto operation) {
    typedef decltype (element) T;
    const int r = blocks > 1 ? make_blocks_room<sum_of<T>> (
                      host, device, p->rows, blocks, &o.room)
                             : GK_OK;

    return r == GK_OK
               ? prepared_make (host,
                                one_pass_kernel<T, decltype (operation)::op>,
                                shape, o, state)
               : r;
  });
}

static int
one_pass_prepare (const gk_host *host, const gk_device *device,
                  const void *problem, const gk_value *values, void **state)
{
  return reduce_one_pass_make (host, device, (const gk_reduce *)problem,
                               128 << values[0].i, state);
}

extern "C" gk_variant
reduce_one_pass_variant (void)
{
  static const gk_option options[] = { REDUCE_THREADS_OPTION };

  return prepared_variant (one_pass_prepare, options, GK_COUNT (options));
}
