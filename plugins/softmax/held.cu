/* SPDX-License-Identifier: BSD-3-Clause
 *
 * row-warp and registers: a warp or a block holds a row in registers, as words
 * of 16 bytes, so that it is read once.
 *
 * Both steps and the results are computed from what is held.  A warp exchanges
 * numbers by registers alone and waits for no other; its lanes have up to eight
 * words each.  Of rows of up to 1 KiB a warp has two or four at a time, so that
 * enough bytes are in flight.  A block has a barrier for each step; blocks are
 * as small as the row allows, since others compute while one waits for memory.
 */
#include "cuda/prepared.cuh"
#include "group.cuh"
#include "make.h"
#include "row.cuh"

/* Threads of a block whose warps have rows; the most of a block that has one
 * row; words of a thread; and warps that a multiprocessor has at once. */
enum {
  WARPS_THREADS = 128,
  MOST_THREADS = 1024,
  MOST_WORDS = 8,
  WARPS_RESIDENT = 48
};

template <join_two join, bool warp>
static __device__ __forceinline__ float
join_group (float x, float zero, float *of_warp)
{
  return warp ? join_warp<join> (x) : join_block<join> (x, zero, of_warp);
}

/* Computes `rows` rows from `row` on, as far as there are so many: all are read
 * before the first is computed.  index: of this thread, of `threads`. */
template <typename T, int op, int words, int rows, bool warp>
static __device__ __forceinline__ void
compute_rows (const softmax_task &s, int64_t row, int index, int threads,
              float (*of_warp)[32])
{
  row_span<T> r[rows];
  uint4 held[rows][words];
  float edge[rows], first[rows], sum[rows];
  int n[rows]; /* whole words */
  int64_t at[rows];

#pragma unroll
  for (int q = 0; q < rows; q++) {
    const bool exists = row + q < s.rows;

    r[q] = row_span<T> (s, exists ? row + q : row);
    n[q] = exists ? (int)r[q].words : 0;
    at[q] = exists ? r[q].edge (index) : -1;
    edge[q] = at[q] >= 0 ? as_float (r[q].src[at[q]]) : 0;
#pragma unroll
    for (int k = 0; k < words; k++)
      if (index + k * threads < n[q])
        held[q][k] = __ldcs (r[q].from () + index + k * threads);
  }

#pragma unroll
  for (int q = 0; q < rows; q++) {
    first[q] = at[q] >= 0 ? first_join<op> (first_zero<op> (), edge[q])
                          : first_zero<op> ();
#pragma unroll
    for (int k = 0; k < words; k++)
      if (index + k * threads < n[q])
        first[q] = first_join<op> (first[q], first_of_word<op, T> (held[q][k]));
    first[q] = join_group<first_join<op>, warp> (first[q], first_zero<op> (),
                                                 of_warp[0]);
    first[q] = shift_of<op> (first[q], s.cols);
  }

#pragma unroll
  for (int q = 0; q < rows; q++) {
    sum[q] = at[q] >= 0 ? second_of<op> (edge[q], first[q]) : 0;
#pragma unroll
    for (int k = 0; k < words; k++)
      if (index + k * threads < n[q])
        sum[q] += second_of_word<op, T> (held[q][k], first[q]);
    sum[q] = join_group<add_two, warp> (sum[q], 0, of_warp[1]);
    sum[q] = factor_of<op> (sum[q], s.cols);
  }

#pragma unroll
  for (int q = 0; q < rows; q++) {
#pragma unroll
    for (int k = 0; k < words; k++)
      if (index + k * threads < n[q])
        __stcs (r[q].to () + index + k * threads,
                result_of_word<op, T> (held[q][k], first[q], sum[q]));
    store_edge<op> (r[q], at[q], edge[q], first[q], sum[q]);
  }
}

template <typename T, int op, int words, int rows>
static __global__ void
__launch_bounds__ (WARPS_THREADS) row_warp_kernel (const softmax_task s)
{
  const int64_t warps = WARPS_THREADS / 32;
  const int64_t step = gridDim.x * warps * rows;

  for (int64_t row = (blockIdx.x * warps + threadIdx.x / 32) * rows;
       row < s.rows; row += step)
    compute_rows<T, op, words, rows, true> (s, row, (int)threadIdx.x % 32, 32,
                                            NULL);
}

template <typename T, int op, int words>
static __global__ void
__launch_bounds__ (MOST_THREADS) registers_kernel (const softmax_task s)
{
  __shared__ float of_warp[2][32];

  for (int64_t row = blockIdx.x; row < s.rows; row += gridDim.x)
    compute_rows<T, op, words, 1, false> (s, row, (int)threadIdx.x,
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
make_warp (const gk_host *host, const gk_softmax *p, int words, int rows,
           const prepared_shape &shape, void **state)
{
  return prepared_make (host,
                        words == 1 && rows == 1   ? row_warp_kernel<T, op, 1, 1>
                        : words == 1              ? row_warp_kernel<T, op, 1, 4>
                        : words == 2 && rows == 1 ? row_warp_kernel<T, op, 2, 1>
                        : words == 2              ? row_warp_kernel<T, op, 2, 2>
                        : words == 4              ? row_warp_kernel<T, op, 4, 1>
                                     : row_warp_kernel<T, op, 8, 1>,
                        shape, softmax_task_of (p), state);
}

/* Returns how many rows a warp has at a time: short ones have too few bytes in
 * flight each, but a few rows are better shared by many warps. */
static int
rows_of_warp (const gk_device *device, const gk_softmax *p, int words)
{
  const int rows = words == 1 ? 4 : words == 2 ? 2 : 1;

  return p->rows / rows < (int64_t)device->units * WARPS_RESIDENT ? 1 : rows;
}

extern "C" int
softmax_warp_make (const gk_host *host, const gk_device *device,
                   const gk_softmax *p, void **state)
{
  const int words = words_of_thread (p, 32);
  const int rows = rows_of_warp (device, p, words);
  prepared_shape shape = {};

  if (words > MOST_WORDS)
    return row_is_too_long (host, "warp", SOFTMAX_WARP_BYTES);
  shape.grid = grid_of ((p->rows - 1) / (WARPS_THREADS / 32 * rows) + 1);
  shape.block = dim3 (WARPS_THREADS);
  return softmax_by_type (p, [&] (auto element, auto operation) {
    return make_warp<decltype (element), decltype (operation)::op> (
        host, p, words, rows, shape, state);
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
row_warp_prepare (const gk_host *host, const gk_device *device,
                  const void *problem, const gk_value *, void **state)
{
  return softmax_warp_make (host, device, (const gk_softmax *)problem, state);
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
