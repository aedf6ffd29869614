/* SPDX-License-Identifier: BSD-3-Clause
 *
 * row-warp and registers: some lanes of a warp, or a block, hold a row in
 * registers, as words of 16 bytes, so that it is read once.
 *
 * Both steps and the results are computed from what is held.  The lanes of a
 * warp exchange numbers by registers alone and wait for no other warp; they
 * have up to eight words each.  A short row has as few lanes as hold it with
 * four words each: so no lane idles, and a warp has several rows.  A row that a
 * whole warp has gets kernels of its own, which know the number of lanes.  A
 * block has a barrier for each step; blocks are as small as the row allows,
 * since others compute while one waits for memory.
 */
#include "cuda/pdl.cuh"
#include "cuda/prepared.cuh"
#include "group.cuh"
#include "make.h"
#include "row.cuh"

/* Threads of a block whose warps have rows; the fewest lanes of a row; the most
 * threads of a block that has one row; words of a thread; warps that a
 * multiprocessor has at once; and terms that a thread keeps. */
enum {
  WARPS_THREADS = 128,
  LEAST_LANES = 4,
  MOST_THREADS = 1024,
  MOST_WORDS = 8,
  WARPS_RESIDENT = 48,
  MOST_TERMS = 16
};

/* What holds a row. */
enum holder { LANES, WARP, BLOCK };

/* What is known of rows: nothing; that they are whole words, and have no single
 * elements; or also that each lane or thread has all of its words. */
enum cover { ANY, WHOLE, FULL };

/* Whether a lane or thread has its word k, of a row of n words.  Their most,
 * `words`, is the least power of two: half of that each has anyhow. */
template <int words, cover rows>
static __device__ __forceinline__ bool
has_word (int k, int index, int threads, int n)
{
  return rows == FULL || (rows == WHOLE && k < words / 2)
         || index + k * threads < n;
}

/* Computes a row by `threads` lanes of a warp or threads of a block, of which
 * this is `index`, if there is such a row.  Where rows are FULL nothing
 * branches, and what is computed of a word does not wait for another.  What is
 * held becomes terms in the second step, so that an exponential is computed
 * once.  Loads and stores have no hint to the caches: marked as streaming they
 * took up to 5 % longer. */
template <typename T, int op, int words, holder by, cover rows>
static __device__ __forceinline__ void
compute_row (const softmax_task &s, int64_t row, int index, int threads,
             float (*of_warp)[32])
{
  const bool exists = by != LANES || row < s.rows;
  const row_span<T> r (s, exists ? row : 0);
  const uint4 *const from = rows != ANY ? (const uint4 *)r.src : r.from ();
  uint4 *const to = rows != ANY ? (uint4 *)r.dst : r.to ();
  const int n = !exists         ? 0
                : rows == WHOLE ? (int)s.cols / row_span<T>::each
                                : (int)r.words;
  const int64_t at = exists && rows == ANY ? r.edge (index) : -1;
  float edge = at >= 0 ? as_float (r.src[at]) : 0;
  const bool keeps = words * row_span<T>::each <= MOST_TERMS;
  float term[words][row_span<T>::each], first, sum;
  uint4 word[words];

#pragma unroll
  for (int k = 0; k < words; k++)
    if (has_word<words, rows> (k, index, threads, n))
      word[k] = from[index + k * threads];

  first
      = at >= 0 ? first_join<op> (first_zero<op> (), edge) : first_zero<op> ();
#pragma unroll
  for (int k = 0; k < words; k++)
    if (has_word<words, rows> (k, index, threads, n))
      first = first_join<op> (first, first_of_word<op, T> (word[k]));
  first = by == LANES  ? join_lanes<first_join<op>> (first, threads)
          : by == WARP ? join_warp<first_join<op>> (first)
                       : join_block<first_join<op>> (first, first_zero<op> (),
                                                     of_warp[0]);
  first = shift_of<op> (first, s.cols);

  edge = term_of<op> (edge, first);
  sum = at >= 0 ? addend_of<op> (edge) : 0;
#pragma unroll
  for (int k = 0; k < words; k++)
    if (has_word<words, rows> (k, index, threads, n))
      sum += terms_of_word<op, T> (word[k], first, term[k]);
  sum = by == LANES  ? join_lanes<add_two> (sum, threads)
        : by == WARP ? join_warp<add_two> (sum)
                     : join_block<add_two> (sum, 0, of_warp[1]);
  sum = factor_of<op> (sum, s.cols);

#pragma unroll
  for (int k = 0; k < words; k++)
    if (rows == FULL ? exists : has_word<words, rows> (k, index, threads, n))
      to[index + k * threads]
          = keeps ? multiply_terms<T> (term[k], sum)
                  : result_of_word<op, T> (word[k], first, sum);
  if (at >= 0)
    r.dst[at] = from_float<T> (edge * sum);
}

/* row-warp's parameter: the rows, and the lanes of each, by their logarithm: so
 * no kernel divides, which takes some fifty instructions. */
struct lanes_task {
  softmax_task of;
  int log_lanes;
};

/* by: LANES or WARP. */
template <typename T, int op, int words, holder by, cover rows>
static __global__ void
__launch_bounds__ (WARPS_THREADS) row_warp_kernel (const lanes_task task)
{
  const unsigned log = by == WARP ? 5 : (unsigned)task.log_lanes;
  const unsigned lanes = 1u << log;
  const int64_t step = (int64_t)gridDim.x * (WARPS_THREADS >> log);
  int64_t row
      = (int64_t)blockIdx.x * (WARPS_THREADS >> log) + (threadIdx.x >> log);

  pdl_wait ();
  /* A warp's first row decides, so that all of its lanes go on together. */
  for (; row - (threadIdx.x % 32 >> log) < task.of.rows; row += step)
    compute_row<T, op, words, by, rows> (
        task.of, row, (int)(threadIdx.x & (lanes - 1)), (int)lanes, NULL);
}

template <typename T, int op, int words, cover rows>
static __global__ void
__launch_bounds__ (MOST_THREADS) registers_kernel (const softmax_task s)
{
  __shared__ float of_warp[2][32];

  pdl_wait ();
  for (int64_t row = blockIdx.x; row < s.rows; row += gridDim.x)
    compute_row<T, op, words, BLOCK, rows> (s, row, (int)threadIdx.x,
                                            (int)blockDim.x, of_warp);
}

/* ---- Launches ---- */

static bool
rows_are_whole (const gk_softmax *p)
{
  return p->cols * softmax_element_bytes (p) % 16 == 0;
}

static bool
rows_fill (const gk_softmax *p, int words)
{
  return p->cols * softmax_element_bytes (p) == (int64_t)words * 16;
}

/* Returns the words of a thread: 1, 2, 4 or 8, and more than 8 where there are
 * too many. */
static int
words_of_thread (const gk_softmax *p, int threads)
{
  const int64_t needed = (softmax_row_words (p) + threads - 1) / threads;
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

template <typename T, int op, holder by, cover rows>
static int
make_warp (const gk_host *host, const lanes_task &task, int words,
           const prepared_shape &shape, void **state)
{
  return prepared_make (host,
                        words == 1   ? row_warp_kernel<T, op, 1, by, rows>
                        : words == 2 ? row_warp_kernel<T, op, 2, by, rows>
                        : words == 4 ? row_warp_kernel<T, op, 4, by, rows>
                                     : row_warp_kernel<T, op, 8, by, rows>,
                        shape, task, state);
}

/* Returns the lanes of a row: as few as hold it with four words each, and more
 * where there would be few warps: with two words each where all warps could run
 * at once, and with one where they are a quarter of those.  Of a row that
 * begins anywhere the single elements take a lane each. */
static int
lanes_of_row (const gk_device *device, const gk_softmax *p)
{
  const int64_t resident = (int64_t)device->units * WARPS_RESIDENT * 32;
  int lanes = rows_are_whole (p) ? (int)LEAST_LANES : (int)EDGES;

  for (; lanes < 32; lanes *= 2) {
    const int words = words_of_thread (p, lanes);
    const int64_t threads = p->rows * lanes;

    if (words == 1 || (words == 2 && threads >= resident / 4)
        || (words <= 4 && threads >= resident))
      break;
  }
  return lanes;
}

static int
log_of (int power)
{
  int log = 0;

  while (1 << log < power)
    log++;
  return log;
}

extern "C" int
softmax_warp_make (const gk_host *host, const gk_device *device,
                   const gk_softmax *p, int lanes, void **state)
{
  const int chosen = lanes > 0 ? lanes : lanes_of_row (device, p);
  const lanes_task task = { softmax_task_of (p), log_of (chosen) };
  const int words = words_of_thread (p, chosen);
  prepared_shape shape = {};

  if (words > MOST_WORDS)
    return row_is_too_long (host, "warp", SOFTMAX_WARP_BYTES);
  shape.grid = grid_of ((p->rows - 1) / (WARPS_THREADS / chosen) + 1);
  shape.block = dim3 (WARPS_THREADS);
  shape.pdl = true;
  return softmax_by_type (p, [&] (auto element, auto operation) {
    typedef decltype (element) T;
    const int op = decltype (operation)::op;

    const bool full = rows_fill (p, chosen * words);

    return (chosen == 32 && full                 ? make_warp<T, op, WARP, FULL>
            : chosen == 32 && rows_are_whole (p) ? make_warp<T, op, WARP, WHOLE>
            : full                               ? make_warp<T, op, LANES, FULL>
                   : make_warp<T, op, LANES, ANY>)(host, task, words, shape,
                                                   state);
  });
}

template <typename T, int op, cover rows>
static int
make_registers (const gk_host *host, const gk_softmax *p, int words,
                const prepared_shape &shape, void **state)
{
  /* The elements of 8 full words of bf16 do not fit in the registers of a
   * thread of the largest block. */
  const cover fitting = sizeof (T) == 4 ? rows : ANY;

  return prepared_make (host,
                        words == 1   ? registers_kernel<T, op, 1, rows>
                        : words == 2 ? registers_kernel<T, op, 2, rows>
                        : words == 4 ? registers_kernel<T, op, 4, rows>
                                     : registers_kernel<T, op, 8, fitting>,
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
    while (threads < MOST_THREADS && words_of_thread (p, threads) > MOST_WORDS)
      threads *= 2;
  }
  words = words_of_thread (p, threads);
  if (words > MOST_WORDS)
    return row_is_too_long (host, "block", threads * 16 * MOST_WORDS);
  shape.grid = grid_of (p->rows);
  shape.block = dim3 ((unsigned)threads);
  shape.pdl = true;
  return softmax_by_type (p, [&] (auto element, auto operation) {
    typedef decltype (element) T;
    const int op = decltype (operation)::op;

    return (rows_fill (p, threads * words) ? make_registers<T, op, FULL>
            : rows_are_whole (p)
                ? make_registers<T, op, WHOLE>
                : make_registers<T, op, ANY>)(host, p, words, shape, state);
  });
}

static int
row_warp_prepare (const gk_host *host, const gk_device *device,
                  const void *problem, const gk_value *values, void **state)
{
  const gk_softmax *p = (const gk_softmax *)problem;
  const int lanes = values[0].i == 0 ? 0 : 2 << values[0].i;

  if (lanes > 0 && lanes < EDGES && !rows_are_whole (p)) {
    host->error (host,
                 "rows that are no multiples of 16 bytes need at least "
                 "%d lanes; set lanes = auto",
                 (int)EDGES);
    return GK_SKIP;
  }
  return softmax_warp_make (host, device, p, lanes, state);
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
  static const char *const lanes[] = { "auto", "4", "8", "16", "32", NULL };
  static const gk_option options[]
      = { cuda_choice ("lanes",
                       "lanes of a warp that have a row: with fewer, a lane "
                       "holds more of it, and a warp has more rows; auto: the "
                       "fewest that have four words each",
                       NULL, lanes, 0) };

  return prepared_variant (row_warp_prepare, options, GK_COUNT (options));
}

extern "C" gk_variant
softmax_registers_variant (void)
{
  static const char *const threads[]
      = { "auto", "128", "256", "512", "1024", NULL };
  static const gk_option options[] = { cuda_choice (
      "threads",
      "threads per block: with fewer, a thread holds more of the row, "
      "and more "
      "blocks are at work; auto: the fewest that hold it",
      NULL, threads, 0) };

  return prepared_variant (registers_prepare, options, GK_COUNT (options));
}
