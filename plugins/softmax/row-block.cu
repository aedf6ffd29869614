/* SPDX-License-Identifier: BSD-3-Clause
 *
 * row-block: a block for each row, whose threads read neighbouring elements, so
 * that reads of a warp coalesce.  After each of the first two passes the block
 * joins what its threads have: by registers within a warp, then through shared
 * memory.  The second and third pass find short rows in the caches.
 */
#include "cuda/prepared.cuh"
#include "group.cuh"

enum { BLOCK_THREADS = 256 };

template <typename T, int op>
static __global__ void
__launch_bounds__ (BLOCK_THREADS) row_block_kernel (const softmax_task s)
{
  __shared__ float of_warp[2][32];

  for (int64_t row = blockIdx.x; row < s.rows; row += gridDim.x) {
    const T *src = (const T *)s.src + row * s.cols;
    T *dst = (T *)s.dst + row * s.cols;
    float first = first_zero<op> (), sum = 0, shift, factor;

    for (int64_t i = threadIdx.x; i < s.cols; i += BLOCK_THREADS)
      first = first_join<op> (first, as_float (src[i]));
    first = join_block<first_join<op>> (first, first_zero<op> (), of_warp[0]);
    shift = shift_of<op> (first, s.cols);
    for (int64_t i = threadIdx.x; i < s.cols; i += BLOCK_THREADS)
      sum += second_of<op> (as_float (src[i]), shift);
    sum = join_block<add_two> (sum, 0, of_warp[1]);
    factor = factor_of<op> (sum, s.cols);
    for (int64_t i = threadIdx.x; i < s.cols; i += BLOCK_THREADS)
      dst[i] = from_float<T> (result_of<op> (as_float (src[i]), shift, factor));
  }
}

static int
row_block_prepare (const gk_host *host, const gk_device *, const void *problem,
                   const gk_value *, void **state)
{
  const gk_softmax *p = (const gk_softmax *)problem;
  prepared_shape shape = {};

  shape.grid = dim3 ((unsigned)(p->rows < INT32_MAX ? p->rows : INT32_MAX));
  shape.block = dim3 (BLOCK_THREADS);
  return softmax_by_type (p, [&] (auto element, auto operation) {
    return prepared_make (
        host, row_block_kernel<decltype (element), decltype (operation)::op>,
        shape, softmax_task_of (p), state);
  });
}

extern "C" gk_variant
softmax_row_block_variant (void)
{
  return prepared_variant (row_block_prepare, NULL, 0);
}
