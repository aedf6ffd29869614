/* SPDX-License-Identifier: BSD-3-Clause
 *
 * online: both steps in one pass, so that a row is read twice instead of three
 * times, by words of 16 bytes.
 *
 * The idea is that of Milakov and Gimelshein, Online normalizer calculation for
 * softmax: where a thread finds a greater element, it multiplies its sum so far
 * by exp (old - new); here once for each word.  What threads have is joined
 * likewise (part.cuh).  A layernorm joins means and sums of squares (Chan,
 * Golub and LeVeque).
 *
 * Where there are fewer rows than the device runs blocks, several blocks share
 * a row: a first launch leaves what each has of it, and the blocks of a second
 * one join these before they write.
 */
#include "cuda/prepared.cuh"
#include "group.cuh"
#include "make.h"
#include "part.cuh"
#include "row.cuh"

/* Threads that a multiprocessor has at once, the most and the least of a block,
 * the bytes of a row that are worth a block, and words that a thread reads at
 * once. */
enum {
  RESIDENT = 2048,
  MOST_THREADS = 1024,
  LEAST_THREADS = 64,
  LEAST_BYTES = 16 << 10,
  WORDS = 4,
  MOST_GRID_ROWS = 65535
};

template <int op, typename T>
static __device__ __forceinline__ online_part
part_of_word (uint4 word)
{
  const int each = row_span<T>::each;
  online_part r = { first_of_word<op, T> (word), 0, each };

  if (op == GK_SOFTMAX_LAYERNORM)
    r.shift /= each;
  else
    r.shift = fmaxf (r.shift, -FLT_MAX); /* not -infinity */
  r.sum = second_of_word<op, T> (word, r.shift);
  return r;
}

template <int op>
static __device__ __forceinline__ online_part
part_of_element (float x)
{
  online_part r = { x, 0, 1 };

  if (op == GK_SOFTMAX_SOFTMAX) {
    r.shift = fmaxf (x, -FLT_MAX);
    r.sum = power (x - r.shift);
  }
  return r;
}

/* ---- Passes over the words of thread `index` of `threads` ---- */

template <int op, typename T>
static __device__ __forceinline__ online_part
part_of_row (const row_span<T> &r, int64_t index, int64_t threads)
{
  const int64_t edge = index < EDGES ? r.edge ((int)index) : -1;
  online_part x = part_zero<op> ();
  int64_t at = index;

  for (; at + (WORDS - 1) * threads < r.words; at += WORDS * threads) {
    uint4 held[WORDS];

#pragma unroll
    for (int k = 0; k < WORDS; k++)
      held[k] = r.from ()[at + k * threads];
#pragma unroll
    for (int k = 0; k < WORDS; k++)
      x = join_parts<op> (x, part_of_word<op, T> (held[k]));
  }
  for (; at < r.words; at += threads)
    x = join_parts<op> (x, part_of_word<op, T> (r.from ()[at]));
  if (edge >= 0)
    x = join_parts<op> (x, part_of_element<op> (as_float (r.src[edge])));
  return x;
}

template <int op, typename T>
static __device__ __forceinline__ void
write_row (const row_span<T> &r, int64_t index, int64_t threads, float shift,
           float factor)
{
  const int64_t edge = index < EDGES ? r.edge ((int)index) : -1;
  int64_t at = index;

  for (; at + (WORDS - 1) * threads < r.words; at += WORDS * threads) {
    uint4 held[WORDS];

#pragma unroll
    for (int k = 0; k < WORDS; k++)
      held[k] = r.from ()[at + k * threads];
#pragma unroll
    for (int k = 0; k < WORDS; k++)
      r.to ()[at + k * threads]
          = result_of_word<op, T> (held[k], shift, factor);
  }
  for (; at < r.words; at += threads)
    r.to ()[at] = result_of_word<op, T> (r.from ()[at], shift, factor);
  if (edge >= 0)
    store_edge<op> (r, edge, as_float (r.src[edge]), shift, factor);
}

/* ---- Kernels ---- */

struct online_task {
  softmax_task of;
  online_part *left; /* gridDim.x parts of each row */
};

/* Reads rows and leaves their parts; reads parts and writes rows; or both,
 * where a block has a row to itself. */
enum online_mode { ONLINE_READ, ONLINE_WRITE, ONLINE_BOTH };

template <typename T, int op, int mode>
static __global__ void
__launch_bounds__ (MOST_THREADS) online_kernel (const online_task t)
{
  __shared__ float room[64];
  const int64_t threads = (int64_t)gridDim.x * blockDim.x;
  const int64_t index = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;

  for (int64_t row = blockIdx.y; row < t.of.rows; row += gridDim.y) {
    const row_span<T> r (t.of, row);
    online_part *left = t.left + row * gridDim.x;
    online_part x = part_zero<op> ();

    if (mode == ONLINE_WRITE)
      for (unsigned i = threadIdx.x; i < gridDim.x; i += blockDim.x)
        x = join_parts<op> (x, left[i]);
    else
      x = part_of_row<op> (r, index, threads);
    x = join_all_parts<op, false> (x, room);
    if (mode == ONLINE_READ) {
      if (threadIdx.x == 0)
        left[blockIdx.x] = x;
    } else
      write_row<op> (r, index, threads, x.shift, factor_of<op> (x.sum, r.cols));
    __syncthreads ();
  }
}

/* ---- Launches ---- */

/* Returns at most so many threads: those of a short row read WORDS words each,
 * since a warp spends more on its part in the row's sum than on a word. */
static int
threads_of_row (const gk_softmax *p, int most)
{
  const int64_t words = softmax_row_words (p);
  int threads = most;

  while (threads > LEAST_THREADS && words < (int64_t)threads * WORDS)
    threads /= 2;
  return threads;
}

static int64_t
blocks_of_row (const gk_device *device, const gk_softmax *p, int threads)
{
  const int64_t all = (int64_t)device->units * (RESIDENT / threads);
  const int64_t bytes = p->cols * softmax_element_bytes (p);
  const int64_t useful = (bytes + LEAST_BYTES - 1) / LEAST_BYTES;
  const int64_t share = all / p->rows;

  return share < 1 ? 1 : share < useful ? share : useful;
}

/* One launch, or the second behind the first. */
template <typename T, int op>
static int
make_launches (const gk_host *host, prepared_shape shape, const online_task &t,
               void **state)
{
  int r;

  if (shape.grid.x == 1)
    return prepared_make (host, online_kernel<T, op, ONLINE_BOTH>, shape, t,
                          state);
  r = prepared_make (host, online_kernel<T, op, ONLINE_READ>, shape, t,
                     &shape.before);
  return r != GK_OK ? r
                    : prepared_make (host, online_kernel<T, op, ONLINE_WRITE>,
                                     shape, t, state);
}

extern "C" int
softmax_online_make (const gk_host *host, const gk_device *device,
                     const gk_softmax *p, int most_threads, void **state)
{
  const int threads = threads_of_row (p, most_threads);
  const int64_t blocks = blocks_of_row (device, p, threads);
  online_task t = { softmax_task_of (p), NULL };
  prepared_shape shape = {};

  if (blocks > 1) {
    t.left = (online_part *)host->workspace (host, (size_t)(p->rows * blocks)
                                                       * sizeof *t.left);
    if (t.left == NULL)
      return GK_SKIP;
  }
  shape.grid
      = dim3 ((unsigned)blocks,
              (unsigned)(p->rows < MOST_GRID_ROWS ? p->rows : MOST_GRID_ROWS));
  shape.block = dim3 ((unsigned)threads);
  return softmax_by_type (p, [&] (auto element, auto operation) {
    return make_launches<decltype (element), decltype (operation)::op> (
        host, shape, t, state);
  });
}

static int
online_prepare (const gk_host *host, const gk_device *device,
                const void *problem, const gk_value *values, void **state)
{
  return softmax_online_make (host, device, (const gk_softmax *)problem,
                              128 << values[0].i, state);
}

extern "C" gk_variant
softmax_online_variant (void)
{
  static const char *const threads[] = { "128", "256", "512", "1024", NULL };
  static const gk_option options[] = { cuda_choice (
      "threads",
      "threads per block at most: with more, fewer blocks share a row; with "
      "fewer, blocks end more evenly",
      NULL, threads, 1) };

  return prepared_variant (online_prepare, options, GK_COUNT (options));
}
