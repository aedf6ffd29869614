/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Multiplies floats that were split into digits (digits.h): the sums for each
 * sum of places are exact integers; these are added up as floats, from the
 * least on, and scaled at last.
 */
#ifndef MATMUL_ENGINE_FLOATS_CUH
#define MATMUL_ENGINE_FLOATS_CUH

#include "engine-float.cuh"
#include "engine-multiply.cuh"
#include "engine-store.cuh"

#if defined __CUDA_ARCH_FEAT_SM90_ALL

/* The scales of a tile's columns, for each consumer, in shared memory: a thread
 * needs many, and loads from global memory would wait one after another. */
template <typename S>
static __device__ __forceinline__ float *
engine_scales (void)
{
  __shared__ __align__ (8) float scales[S::consumers][S::cols];

  return scales[threadIdx.x / 128 - 1];
}

/* Loads the scales of this consumer's tile, when all threads have read those of
 * the tile before. */
template <typename S>
static __device__ __forceinline__ void
engine_load_scales (const struct engine_task &task,
                    const struct engine_tile &tile)
{
  float *const scales = engine_scales<S> ();

#pragma unroll 1
  for (int i = threadIdx.x % 128; i < S::cols; i += 128)
    scales[i] = tile.col + i < task.cols
                    ? (float)task.col_scales[tile.col + i].unit
                    : 0;
}

/* Adds and scales the sums of digits' products.  more: the total of the lower
 * sums, in units of this one.  A float does not hold the integer sum, but its
 * upper and lower halves exactly, so that there is one rounding, and exact data
 * gives exact results. */
static __device__ __forceinline__ void
engine_scale_sum (uint32_t &sum, float more, float row, float col)
{
  const int upper = ((int)sum + 2048) >> 12;
  const float lower = engine_float ((int)sum - upper * 4096) + more;

  sum = __float_as_uint (fmaf (engine_float (upper), 4096, lower) * row * col);
}

/* Values outside of C are not stored. */
template <typename S>
static __device__ __forceinline__ void
engine_scale (const struct engine_task &task, const struct engine_tile &tile,
              int consumer, int place,
              const float (&more)[S::high][S::cols / 2],
              uint32_t (&sums)[S::high][S::cols / 2])
{
  const float2 *const cols
      = (const float2 *)engine_scales<S> () + threadIdx.x % 4;
  float rows[S::high * 2];

#pragma unroll
  for (int i = 0; i < S::high * 2; i++) {
    const int row
        = tile.row + (place * S::high + i / 2) * 64 + engine_row<S> (i % 2);

    rows[i] = row < task.rows ? (float)task.row_scales[row].unit : 0;
  }
  engine_sync_consumer (consumer);
#pragma unroll
  for (int i = 0; i < S::cols / 8; i++) {
    const float2 col = cols[i * 4];

#pragma unroll
    for (int j = 0; j < S::high * 2; j++) {
      const int h = j / 2, at = i * 4 + j % 2 * 2;

      engine_scale_sum (sums[h][at], more[h][at], rows[j], col.x);
      engine_scale_sum (sums[h][at + 1], more[h][at + 1], rows[j], col.y);
    }
  }
}

/* Like engine_multiply_integers, for floats. */
template <typename S>
static __device__ __forceinline__ void
engine_multiply_floats (
    const struct engine_task &task, const struct engine_tile &tile,
    const struct stream_k_part &part, unsigned nonzero, int consumer, int place,
    uint32_t memory, uint64_t *full, const struct engine_empty_signal &signal,
    struct stage_turn &ring, uint32_t (&sums)[S::high][S::cols / 2])
{
  float more[S::high][S::cols / 2];

  engine_load_scales<S> (task, tile);
  engine_clear<S> (more);
  engine_clear<S> (sums);
#pragma unroll 1
  for (int sum = task.digits.top; sum >= 0; sum--) {
    const int steps = engine_steps_of_sum (task, part, sum, nonzero);

#pragma unroll
    for (int h = 0; h < S::high; h++)
#pragma unroll
      for (int i = 0; i < S::cols / 2; i++) {
        more[h][i] = (more[h][i] + (float)(int)sums[h][i]) * 0x1p-8F;
        sums[h][i] = 0;
      }
    engine_multiply<S> (task, steps, true, place, memory, full, -1, signal,
                        ring, sums);
  }
  engine_scale<S> (task, tile, consumer, place, more, sums);
}

#endif /* __CUDA_ARCH_FEAT_SM90_ALL */

#endif /* MATMUL_ENGINE_FLOATS_CUH */
