/* SPDX-License-Identifier: BSD-3-Clause
 *
 * row-thread: a thread for each row, as a loop over rows on a CPU.
 *
 * Neighbouring threads read elements that are a row apart, so that each read of
 * a warp is 32 sectors of memory, of which little is used before the caches
 * drop them; and the row is read three times.  A few rows use a few threads.
 */
#include "cuda/prepared.cuh"
#include "number.cuh"

/* Elements of a piece: a sum is that of its pieces' sums, so that few floats
 * are added to one. */
enum { ROW_THREADS = 64, PIECE = 64 };

/* Blocks are few, so that a thread may have the registers for 16 reads. */
template <typename T, int op>
static __global__ void
__launch_bounds__ (ROW_THREADS, 1) row_thread_kernel (const softmax_task s)
{
  const int64_t step = (int64_t)gridDim.x * ROW_THREADS;

  for (int64_t row = (int64_t)blockIdx.x * ROW_THREADS + threadIdx.x;
       row < s.rows; row += step) {
    const T *src = (const T *)s.src + row * s.cols;
    T *dst = (T *)s.dst + row * s.cols;
    float first = first_zero<op> (), sum = 0, shift, factor;

    for (int64_t at = 0; at < s.cols; at += PIECE) {
      const int n = (int)min (s.cols - at, (int64_t)PIECE);
      const T *part = src + at;
      float piece = first_zero<op> ();

      for (int i = 0; i < n; i++)
        piece = first_join<op> (piece, as_float (part[i]));
      first = first_join<op> (first, piece);
    }
    shift = shift_of<op> (first, s.cols);
    for (int64_t at = 0; at < s.cols; at += PIECE) {
      const int n = (int)min (s.cols - at, (int64_t)PIECE);
      const T *part = src + at;
      float piece = 0;

#pragma unroll 16
      for (int i = 0; i < n; i++)
        piece += second_of<op> (as_float (part[i]), shift);
      sum += piece;
    }
    factor = factor_of<op> (sum, s.cols);
#pragma unroll 16
    for (int64_t i = 0; i < s.cols; i++)
      dst[i] = from_float<T> (result_of<op> (as_float (src[i]), shift, factor));
  }
}

static int
row_thread_prepare (const gk_host *host, const gk_device *, const void *problem,
                    const gk_value *, void **state)
{
  const gk_softmax *p = (const gk_softmax *)problem;
  const int64_t blocks = (p->rows - 1) / ROW_THREADS + 1;
  prepared_shape shape = {};

  shape.grid = dim3 ((unsigned)(blocks < INT32_MAX ? blocks : INT32_MAX));
  shape.block = dim3 (ROW_THREADS);
  return softmax_by_type (p, [&] (auto element, auto operation) {
    return prepared_make (
        host, row_thread_kernel<decltype (element), decltype (operation)::op>,
        shape, softmax_task_of (p), state);
  });
}

extern "C" gk_variant
softmax_row_thread_variant (void)
{
  return prepared_variant (row_thread_prepare, NULL, 0);
}
