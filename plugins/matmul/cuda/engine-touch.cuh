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

/* The steps of which blocks prefetch lines. */
enum { engine_touched_steps = 4 };

/* An operand's part that several blocks need. */
struct engine_touched {
  int first, lines; /* of the operand */
  int all;          /* of its lines */
  int block, of;    /* this block, of those that need the part */
};

/* Prefetches one of an operand's lines of 128 bytes: thread t's of those that
 * fall to this block, of the steps from element k on.  most_lines: of a tile.
 */
template <int mn_major, int most_lines, int step>
static __device__ __forceinline__ void
engine_touch (const struct engine_source &from,
              const struct engine_touched &part, int k, int inner, int t)
{
  const int element = 128 / step, wide = (most_lines * element + 127) / 128;
  const int of_step = mn_major ? step * wide : most_lines;
  const int i = t * part.of + part.block, j = i % of_step;
  const int later = k + i / of_step * step;
  const int line = mn_major ? j % wide * step : j;
  const int64_t row = mn_major ? later + j / wide : part.first + line;
  const int64_t col = mn_major ? part.first + line : later;

  if (i < of_step * engine_touched_steps && line < part.lines
      && part.first + line < part.all && (mn_major ? row : col) < inner)
    prefetch_l2 (from.at + row * from.pitch + col * element);
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

/* Prefetches the first steps of a block's first tile.  Of a line that several
 * blocks need, one of them does: prefetches keep a multiprocessor two cycles
 * each, and loads wait behind them. */
template <typename S>
static __device__ __forceinline__ void
engine_touch_first (const struct engine_task &task,
                    const struct engine_position &p)
{
  const struct stream_k_part part = engine_walk (task, p).part;
  const struct engine_tile tile = engine_tile_at<S> (task, p, part.tile);
  const struct bands_position at
      = bands_position (&task.tiles.bands, part.tile);
  const int k = part.first * S::step, t = threadIdx.x - 128;

  if (part.tile < 0)
    return;
  engine_touch<S::mn_major_a, S::rows, S::step> (
      task.a_at,
      { tile.row, S::rows, task.rows, at.across * task.cluster_cols + p.col,
        task.same_rows },
      k, task.inner, t);
  engine_touch<S::mn_major_b, S::cols, S::step> (
      task.b_at,
      { tile.col, engine_cols<S> (task), task.cols,
        at.down * task.cluster_rows + p.row, task.same_cols },
      k, task.inner, t);
  if constexpr (S::scaled)
    engine_touch_scales<S> (task, tile, part, t, S::consumers * 128);
  if (t == 0)
    engine_touch_result<S> (task, tile);
}

#endif /* __CUDA_ARCH_FEAT_SM90_ALL */

#endif /* MATMUL_ENGINE_TOUCH_CUH */
