/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Scales of blocks of 128 along the inner dimension, which is a step
 * (gk_matmul_scales): where a step's sums are moved to f32 (engine-moved.cuh),
 * a multiplication and addition takes the place of the addition.
 *
 * A tile has at most 128 rows and 128 columns of C, so that the operand whose
 * scales are those of blocks of 128 x 128 has one for each step.  Of the other
 * operand a thread needs two scales a step where its lines are the rows, and a
 * quarter of the tile's columns where they are the columns: these each thread
 * loads one of, and the consumer exchanges them through shared memory.
 *
 * Scales come from global memory, a pair of steps ahead, so that no wgmma waits
 * for them; those of a block's first tile are in L2 by then (engine-touch.cuh).
 */
#ifndef MATMUL_ENGINE_SCALED_CUH
#define MATMUL_ENGINE_SCALED_CUH

#include "engine-share.cuh"

#if defined __CUDA_ARCH_FEAT_SM90_ALL

/* A thread's way through the scales of a part of a tile. */
struct engine_scaler {
  const float *lines, *blocks; /* the next step's: of its row or column, and of
                                  the tile's block */
  int left;                    /* steps that were not loaded */
  bool inside[2];              /* of C: its two rows, or its column */
  float next[2][2], next_block[2]; /* of the pair of steps that is next */
  float now[2][2];                 /* rows: of a step, for each of two rows */
};

/* The columns' scales of a pair of steps. */
template <typename S>
static __device__ __forceinline__ float *
engine_column_scales (int step)
{
  __shared__ __align__ (16) float scales[S::consumers][2][S::cols];

  return scales[threadIdx.x / 128 - 1][step];
}

/* Loads the scales of the next pair of steps; of steps behind the last, 0. */
template <typename S>
static __device__ __forceinline__ void
engine_load_scales (const struct engine_task &task, struct engine_scaler &s)
{
  const int lines = S::factors == ENGINE_SCALED_ROWS ? task.rows : task.cols;

#pragma unroll
  for (int i = 0; i < 2; i++) {
    const bool there = i < s.left;

    s.next[i][0] = there && s.inside[0] ? __ldg (s.lines) : 0;
    if constexpr (S::factors == ENGINE_SCALED_ROWS)
      s.next[i][1] = there && s.inside[1] ? __ldg (s.lines + 8) : 0;
    s.next_block[i] = there ? __ldg (s.blocks + i) : 0;
    s.lines += lines;
  }
  s.blocks += 2;
  s.left -= 2;
}

/* Begins with the part's first pair.  first: its first step. */
template <typename S>
static __device__ __forceinline__ struct engine_scaler
engine_begin_scales (const struct engine_task &task,
                     const struct engine_tile &tile, int first, int steps,
                     int place)
{
  const bool by_rows = S::factors == ENGINE_SCALED_ROWS;
  const int row = tile.row + place * 64, lane = threadIdx.x % 32;
  const int line
      = by_rows ? row + engine_row<S> (0) : tile.col + (int)threadIdx.x % 128;
  const int block = (by_rows ? tile.col : row) / 128;
  const int all = by_rows ? task.rows : task.cols;
  struct engine_scaler s;

  s.lines = (by_rows ? task.row_scale : task.col_scale) + (int64_t)first * all
            + line;
  /* A 0 of which ptxas does not see that all lanes have the same: else it keeps
   * the block's scale in a uniform register, and the copy to it waits for the
   * load at once. */
  s.blocks = (by_rows ? task.col_scale : task.row_scale)
             + (int64_t)block * task.scale_pitch + first
             + (__shfl_sync (0xffffffff, lane, lane) - lane);
  s.left = steps;
  s.inside[0] = line < all && (by_rows || (int)threadIdx.x % 128 < S::cols);
  s.inside[1] = line + 8 < all;
  engine_load_scales<S> (task, s);
  return s;
}

/* Makes the scales that were loaded those of this pair, while its steps are
 * multiplied, and loads the next. */
template <typename S>
static __device__ __forceinline__ void
engine_next_scales (const struct engine_task &task, int consumer,
                    struct engine_scaler &s)
{
  const int t = threadIdx.x % 128;

  if constexpr (S::factors == ENGINE_SCALED_ROWS) {
#pragma unroll
    for (int i = 0; i < 2; i++)
#pragma unroll
      for (int h = 0; h < 2; h++)
        s.now[i][h] = s.next[i][h] * s.next_block[i];
  } else {
    /* All threads have read those of the last pair. */
    engine_sync_consumer (consumer);
#pragma unroll
    for (int i = 0; i < 2; i++)
      if (t < S::cols)
        engine_column_scales<S> (i)[t] = s.next[i][0] * s.next_block[i];
    engine_sync_consumer (consumer);
  }
  engine_load_scales<S> (task, s);
}

static __device__ __forceinline__ void
engine_add_scaled (uint32_t &sum, uint32_t part, float scale)
{
  sum = __float_as_uint (
      fmaf (__uint_as_float (part), scale, __uint_as_float (sum)));
}

/* Adds the sums of a step of the pair, scaled. */
template <typename S>
static __device__ __forceinline__ void
engine_add_step (const struct engine_scaler &s, int i,
                 const uint32_t (&step)[S::cols / 2],
                 uint32_t (&sums)[S::high][S::cols / 2])
{
  const float *const columns
      = S::factors == ENGINE_SCALED_COLS
            ? engine_column_scales<S> (i) + threadIdx.x % 4 * 2
            : NULL;

#pragma unroll
  for (int j = 0; j < S::cols / 8; j++) {
    float2 col = { 1, 1 };

    if constexpr (S::factors == ENGINE_SCALED_COLS)
      col = *(const float2 *)(columns + j * 8);
#pragma unroll
    for (int e = 0; e < 4; e++)
      if constexpr (S::factors == ENGINE_SCALED_COLS)
        engine_add_scaled (sums[0][j * 4 + e], step[j * 4 + e],
                           e % 2 == 0 ? col.x : col.y);
      else if constexpr (S::factors == ENGINE_SCALED_ROWS)
        engine_add_scaled (sums[0][j * 4 + e], step[j * 4 + e],
                           s.now[i][e / 2]);
      else
        engine_add<S> (sums[0][j * 4 + e], step[j * 4 + e]);
  }
}

/* Multiplies a tile's sums, or those of a part of it, by the scales of A and B,
 * where these have one each. */
template <typename S>
static __device__ __forceinline__ void
engine_scale_sums (const struct engine_task &task,
                   uint32_t (&sums)[S::high][S::cols / 2])
{
  const float scale = __ldg (task.row_scale) * __ldg (task.col_scale);

#pragma unroll
  for (int h = 0; h < S::high; h++)
#pragma unroll
    for (int i = 0; i < S::cols / 2; i++)
      sums[h][i] = __float_as_uint (__uint_as_float (sums[h][i]) * scale);
}

#endif /* __CUDA_ARCH_FEAT_SM90_ALL */

#endif /* MATMUL_ENGINE_SCALED_CUH */
