/* SPDX-License-Identifier: BSD-3-Clause
 *
 * best: where there are many short rows, a warp reduces each, without shared
 * memory or a barrier; else one-pass does, with smaller blocks for shorter
 * rows.
 */
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
  return reduce_by_type (p, [&] (auto element, auto operation) {
    return prepared_make (
        host, warp_rows_kernel<decltype (element), decltype (operation)::op>,
        shape, w, state);
  });
}

static int
best_prepare (const gk_host *host, const gk_device *device, const void *problem,
              const gk_value *, void **state)
{
  const gk_reduce *p = (const gk_reduce *)problem;
  const int64_t bytes = p->cols * reduce_element_bytes (p);
  int threads = 512;

  if (bytes <= SHORT_ROW && p->rows >= MANY_ROWS) {
    host->log (host, "best has a warp for each row");
    return make_warp_rows (host, device, p, state);
  }
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
