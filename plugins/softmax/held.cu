/* SPDX-License-Identifier: BSD-3-Clause
 *
 * row-warp and registers: a warp or a block holds a row in registers, as words
 * of 16 bytes, so that it is read once.
 *
 * Both steps and the results are computed from what is held.  A warp exchanges
 * numbers by registers alone and waits for no other; its lanes have up to eight
 * words each.  A block has a barrier for each step; blocks are as small as the
 * row allows, since others compute while one waits for memory.
 */
#include "cuda/prepared.cuh"
#include "group.cuh"
#include "make.h"
#include "row.cuh"

/* Threads of a block whose warps have a row each; the most of a block that has
 * one row; and words of a thread. */
enum { WARPS_THREADS = 128, MOST_THREADS = 1024, MOST_WORDS = 8 };

template <join_two join, bool warp>
static __device__ __forceinline__ float
join_group (float x, float zero, float *of_warp)
{
  return warp ? join_warp<join> (x) : join_block<join> (x, zero, of_warp);
}

template <typename T, int op, int words, bool warp>
static __device__ __forceinline__ void
compute_row (const row_span<T> &r, int index, int threads, float (*of_warp)[32])
{
  const int n = (int)r.words;
  const int64_t at = r.edge (index);
  float first = first_zero<op> (), sum = 0, edge = 0, shift, factor;
  uint4 held[words];

#pragma unroll
  for (int k = 0; k < words; k++)
    if (index + k * threads < n)
      held[k] = __ldcs (r.from () + index + k * threads);
  if (at >= 0)
    edge = as_float (r.src[at]);

#pragma unroll
  for (int k = 0; k < words; k++)
    if (index + k * threads < n)
      first = first_join<op> (first, first_of_word<op, T> (held[k]));
  if (at >= 0)
    first = first_join<op> (first, edge);
  first
      = join_group<first_join<op>, warp> (first, first_zero<op> (), of_warp[0]);
  shift = shift_of<op> (first, r.cols);

#pragma unroll
  for (int k = 0; k < words; k++)
    if (index + k * threads < n)
      sum += second_of_word<op, T> (held[k], shift);
  if (at >= 0)
    sum += second_of<op> (edge, shift);
  sum = join_group<add_two, warp> (sum, 0, of_warp[1]);
  factor = factor_of<op> (sum, r.cols);

#pragma unroll
  for (int k = 0; k < words; k++)
    if (index + k * threads < n)
      __stcs (r.to () + index + k * threads,
              result_of_word<op, T> (held[k], shift, factor));
  store_edge<op> (r, at, edge, shift, factor);
}

template <typename T, int op, int words>
static __global__ void
__launch_bounds__ (WARPS_THREADS) row_warp_kernel (const softmax_task s)
{
  const int64_t warps = WARPS_THREADS / 32;
  const int64_t step = gridDim.x * warps;

  for (int64_t row = blockIdx.x * warps + threadIdx.x / 32; row < s.rows;
       row += step)
    compute_row<T, op, words, true> (row_span<T> (s, row),
                                     (int)threadIdx.x % 32, 32, NULL);
}

template <typename T, int op, int words>
static __global__ void
__launch_bounds__ (MOST_THREADS) registers_kernel (const softmax_task s)
{
  __shared__ float of_warp[2][32];

  for (int64_t row = blockIdx.x; row < s.rows; row += gridDim.x)
    compute_row<T, op, words, false> (row_span<T> (s, row), (int)threadIdx.x,
                                      (int)blockDim.x, of_warp);
}

/* ---- Launches ---- */

/* The words of a row, at most, wherever it begins. */
static int64_t
count_words (const gk_softmax *p)
{
  return p->cols / (16 / softmax_element_bytes (p));
}

/* Returns the words of a thread: 1, 2, 4 or 8, and more than 8 where there are
 * too many. */
static int
words_of_thread (const gk_softmax *p, int threads)
{
  const int64_t needed = (count_words (p) + threads - 1) / threads;
  int words = 1;

  while (words < needed && words <= MOST_WORDS)
    words *= 2;
  return words;
}

static int
row_is_too_long (const gk_host *host, const char *holder, int bytes)
{
  host->error (host,
               "a row of more than %d bytes does not fit in the "
               "registers of a %s; best chooses another variant",
               bytes, holder);
  return GK_SKIP;
}

static dim3
grid_of (int64_t blocks)
{
  return dim3 ((unsigned)(blocks < INT32_MAX ? blocks : INT32_MAX));
}

template <typename T, int op>
static int
make_warp (const gk_host *host, const gk_softmax *p, int words,
           const prepared_shape &shape, void **state)
{
  return prepared_make (host,
                        words == 1   ? row_warp_kernel<T, op, 1>
                        : words == 2 ? row_warp_kernel<T, op, 2>
                        : words == 4 ? row_warp_kernel<T, op, 4>
                                     : row_warp_kernel<T, op, 8>,
                        shape, softmax_task_of (p), state);
}

extern "C" int
softmax_warp_make (const gk_host *host, const gk_softmax *p, void **state)
{
  const int words = words_of_thread (p, 32);
  prepared_shape shape = {};

  if (words > MOST_WORDS)
    return row_is_too_long (host, "warp", SOFTMAX_WARP_BYTES);
  shape.grid = grid_of ((p->rows - 1) / (WARPS_THREADS / 32) + 1);
  shape.block = dim3 (WARPS_THREADS);
  return softmax_by_type (p, [&] (auto element, auto operation) {
    return make_warp<decltype (element), decltype (operation)::op> (
        host, p, words, shape, state);
  });
}

template <typename T, int op>
static int
make_registers (const gk_host *host, const gk_softmax *p, int words,
                const prepared_shape &shape, void **state)
{
  return prepared_make (host,
                        words == 1   ? registers_kernel<T, op, 1>
                        : words == 2 ? registers_kernel<T, op, 2>
                        : words == 4 ? registers_kernel<T, op, 4>
                                     : registers_kernel<T, op, 8>,
                        shape, softmax_task_of (p), state);
}

extern "C" int
softmax_registers_make (const gk_host *host, const gk_softmax *p, int threads,
                        void **state)
{
  prepared_shape shape = {};
  int words;

  if (threads == 0) {
    threads = 128;
    while (threads < MOST_THREADS && words_of_thread (p, threads) > 4)
      threads *= 2;
  }
  words = words_of_thread (p, threads);
  if (words > MOST_WORDS)
    return row_is_too_long (host, "block", threads * 16 * MOST_WORDS);
  shape.grid = grid_of (p->rows);
  shape.block = dim3 ((unsigned)threads);
  return softmax_by_type (p, [&] (auto element, auto operation) {
    return make_registers<decltype (element), decltype (operation)::op> (
        host, p, words, shape, state);
  });
}

static int
row_warp_prepare (const gk_host *host, const gk_device *, const void *problem,
                  const gk_value *, void **state)
{
  return softmax_warp_make (host, (const gk_softmax *)problem, state);
}

static int
registers_prepare (const gk_host *host, const gk_device *, const void *problem,
                   const gk_value *values, void **state)
{
  const int threads = values[0].i == 0 ? 0 : 64 << values[0].i;

  return softmax_registers_make (host, (const gk_softmax *)problem, threads,
                                 state);
}

extern "C" gk_variant
softmax_row_warp_variant (void)
{
  return prepared_variant (row_warp_prepare, NULL, 0);
}

extern "C" gk_variant
softmax_registers_variant (void)
{
  static const char *const threads[]
      = { "auto", "128", "256", "512", "1024", NULL };
  static const gk_option options[] = { cuda_choice (
      "threads",
      "threads per block: with fewer, a thread holds more of the row, and more "
      "blocks are at work; auto: the fewest that have four words each",
      NULL, threads, 0) };

  return prepared_variant (registers_prepare, options, GK_COUNT (options));
}
