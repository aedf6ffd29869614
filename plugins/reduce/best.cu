/* SPDX-License-Identifier: BSD-3-Clause
 *
 * best: where there are many short rows, a warp reduces each, without shared
 * memory or a barrier; a single short row is a block's, whose code is short,
 * too, since it comes from memory as well where caches are cold; else one-pass,
 * with smaller blocks for shorter rows.
 */
#include "cuda/pdl.cuh"
#include "cuda/prepared.cuh"
#include "make.h"
#include "shares.h"
#include "words.cuh"

/* Warps of a block; the bytes of a row that a warp reads in a few steps; rows
 * that are worth a warp each; and how many times as many blocks as run at once
 * a grid has at most: so the last ones end at about the same time. */
enum { WARPS = 8, SHORT_ROW = 4 << 10, MANY_ROWS = 64, WAVES = 16 };

struct warp_rows {
  const void *src;
  void *dst;
  int64_t rows, cols;
};

template <typename T, int op>
static __global__ void __launch_bounds__ (32 * WARPS)
    warp_rows_kernel (const warp_rows w)
{
  typedef sum_of<T> S;
  const int64_t step = (int64_t)gridDim.x * WARPS;

  pdl_wait ();
  for (int64_t row = (int64_t)blockIdx.x * WARPS + threadIdx.x / 32;
       row < w.rows; row += step) {
    const S x = combine_warp<op> (combine_row<op> (
        (const T *)w.src + row * w.cols, w.cols, threadIdx.x % 32, 32));

    if (threadIdx.x % 32 == 0)
      ((S *)w.dst)[row] = x;
  }
}

static int
make_warp_rows (const gk_host *host, const gk_device *device,
                const gk_reduce *p, void **state)
{
  const warp_rows w = { p->src, p->dst, p->rows, p->cols };
  const int64_t blocks = (p->rows + WARPS - 1) / WARPS;
  const int64_t most
      = (int64_t)device->units * (RESIDENT / (32 * WARPS)) * WAVES;
  struct prepared_shape shape = {};

  shape.grid = dim3 ((unsigned)(blocks < most ? blocks : most));
  shape.block = dim3 (32 * WARPS);
  shape.pdl = true;
  return reduce_by_type (p, [&] (auto element, auto operation) {
    return prepared_make (
        host, warp_rows_kernel<decltype (element), decltype (operation)::op>,
        shape, w, state);
  });
}

/* The only row, which begins at a multiple of 16 bytes: WORDS words of each
 * thread, or that at most where it is not full. */
template <typename T, int op, bool full>
static __global__ void
__launch_bounds__ (MOST_THREADS) short_row_kernel (const warp_rows w)
{
  typedef sum_of<T> S;
  __shared__ S of_warp[MOST_THREADS / 32];
  const unsigned each = 16 / (unsigned)sizeof (T), n = (unsigned)w.cols / each;
  uint4 held[WORDS];
  S x = neutral_number<op, S> ();

  pdl_wait ();
#pragma unroll
  for (unsigned k = 0; k < WORDS; k++)
    if (full || threadIdx.x + k * blockDim.x < n)
      held[k] = ((const uint4 *)w.src)[threadIdx.x + k * blockDim.x];
  if (!full && threadIdx.x < (unsigned)w.cols % each)
    x = as_sum (((const T *)w.src)[n * each + threadIdx.x]);
#pragma unroll
  for (unsigned k = 0; k < WORDS; k++)
    if (full || threadIdx.x + k * blockDim.x < n)
      x = combine_two<op> (x, combine_word<op, T> (held[k]));
  x = combine_block<op> (x, of_warp);
  if (threadIdx.x == 0)
    *(S *)w.dst = x;
}

/* As many as are just enough, where those are whole warps. */
static int
short_row_threads (int64_t bytes)
{
  int threads = 128;

  if (bytes % (32 * 16 * WORDS) == 0)
    return (int)(bytes / (16 * WORDS));
  while (bytes > (int64_t)threads * 16 * WORDS)
    threads *= 2;
  return threads;
}

static int
make_short_row (const gk_host *host, const gk_reduce *p, int64_t bytes,
                void **state)
{
  const warp_rows w = { p->src, p->dst, 1, p->cols };
  const int threads = short_row_threads (bytes);
  const bool full = bytes == (int64_t)threads * 16 * WORDS;
  struct prepared_shape shape = {};

  shape.grid = dim3 (1);
  shape.block = dim3 ((unsigned)threads);
  shape.pdl = true;
  host->log (host, "best is a block of %d threads", threads);
  return reduce_by_type (p, [&] (auto element, auto operation) {
    typedef decltype (element) T;
    const int op = decltype (operation)::op;

    return prepared_make (host,
                          full ? short_row_kernel<T, op, true>
                               : short_row_kernel<T, op, false>,
                          shape, w, state);
  });
}

/* Threads of a block of one-pass, for so many bytes of all rows: with few,
 * blocks end sooner; with many, fewer sums of blocks are left. */
static int
one_pass_threads (int64_t bytes)
{
  return bytes < 16 << 20 ? 256 : bytes <= 128 << 20 ? 1024 : 512;
}

static int
best_prepare (const gk_host *host, const gk_device *device, const void *problem,
              const gk_value *, void **state)
{
  const gk_reduce *p = (const gk_reduce *)problem;
  const int64_t bytes = p->cols * reduce_element_bytes (p);
  int threads;

  if (bytes <= SHORT_ROW && p->rows >= MANY_ROWS) {
    host->log (host, "best has a warp for each row");
    return make_warp_rows (host, device, p, state);
  }
  if (p->rows == 1 && bytes <= MOST_THREADS * 16 * WORDS)
    return make_short_row (host, p, bytes, state);
  threads = one_pass_threads (p->rows * bytes);
  while (threads > 128 && bytes < (int64_t)threads * 16 * WORDS)
    threads /= 2;
  host->log (host, "best is one-pass with threads = %d", threads);
  return reduce_one_pass_make (host, device, p, threads, state);
}

extern "C" gk_variant
reduce_best_variant (void)
{
  return prepared_variant (best_prepare, NULL, 0);
}
