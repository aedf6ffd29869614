/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The engine's consumers prefetch the operands' first lines to L2 before there
 * is anything to multiply.  In a short launch a load by TMA first waits for its
 * tensor map, which comes from memory; these prefetches run at the same time.
 * Scales are prefetched whole.
 */
#ifndef MATMUL_ENGINE_TOUCH_CUH
#define MATMUL_ENGINE_TOUCH_CUH

#include "cuda/prefetch.cuh"
#include "engine-position.cuh"

#if defined __CUDA_ARCH_FEAT_SM90_ALL

/* Prefetches an operand's part of a step: lines from `first` on, of `all`,
 * elements of the inner dimension from k on.  Thread t of n. */
template <int mn_major, int lines, int step>
static __device__ __forceinline__ void
engine_touch (const struct engine_source &from, int first, int all, int k,
              int inner, int t, int n)
{
  const int element = 128 / step, wide = (lines * element + 127) / 128;

#pragma unroll 1
  for (int i = t; i < (mn_major ? step * wide : lines); i += n) {
    const int row = mn_major ? k + i / wide : first + i;
    const int64_t col = mn_major ? (int64_t)first * element + i % wide * 128
                                 : (int64_t)k * element;

    if (row < (mn_major ? inner : all)
        && col < (int64_t)(mn_major ? all : inner) * element)
      prefetch_l2 (from.at + row * from.pitch + col);
  }
}

template <typename S>
static __device__ __forceinline__ void
engine_touch_result (const struct engine_task &task,
                     const struct engine_tile &tile)
{
  const int64_t at = S::transposed ? (int64_t)tile.col * task.ldc + tile.row
                                   : (int64_t)tile.row * task.ldc + tile.col;

  if (tile.row < task.rows && tile.col < task.cols)
    prefetch_l2 ((unsigned char *)task.c_at + at * S::element_c);
}

/* Prefetches the scales of a part of a tile (engine-scaled.cuh), of all its
 * steps: consumers load them a pair of steps ahead, and memory takes longer.
 * Thread t of n. */
template <typename S>
static __device__ __forceinline__ void
engine_touch_scales (const struct engine_task &task,
                     const struct engine_tile &tile,
                     const struct stream_k_part &part, int t, int n)
{
  const bool by_rows = S::factors == ENGINE_SCALED_ROWS;
  const int first = by_rows ? tile.row : tile.col;
  const int block = (by_rows ? tile.col : tile.row) / 128;
  const int all = by_rows ? task.rows : task.cols;
  const float *const lines = by_rows ? task.row_scale : task.col_scale;
  const float *const blocks = (by_rows ? task.col_scale : task.row_scale)
                              + (int64_t)block * task.scale_pitch;
  const int end = min (all, first + (by_rows ? S::rows : S::cols));

#pragma unroll 1
  for (int step = part.first + t; step < part.end; step += n) {
    for (int i = first; i < end; i += 32)
      prefetch_l2 (lines + (int64_t)step * all + i);
    prefetch_l2 (lines + (int64_t)step * all + end - 1);
    prefetch_l2 (blocks + step);
  }
}

/* Prefetches the first step of a block's first tile. */
template <typename S>
static __device__ __forceinline__ void
engine_touch_first (const struct engine_task &task,
                    const struct engine_position &p)
{
  const struct stream_k_part part = engine_walk (task, p).part;
  const struct engine_tile tile = engine_tile_at<S> (task, p, part.tile);
  const int k = part.first * S::step, t = threadIdx.x - 128;
  const int n = S::consumers * 128;

  if (part.tile < 0)
    return;
  engine_touch<S::mn_major_a, S::rows, S::step> (task.a_at, tile.row, task.rows,
                                                 k, task.inner, t, n);
  engine_touch<S::mn_major_b, S::cols, S::step> (task.b_at, tile.col, task.cols,
                                                 k, task.inner, t, n);
  if constexpr (S::scaled)
    engine_touch_scales<S> (task, tile, part, t, n);
  if (t == 0)
    engine_touch_result<S> (task, tile);
}

#endif /* __CUDA_ARCH_FEAT_SM90_ALL */

#endif /* MATMUL_ENGINE_TOUCH_CUH */
