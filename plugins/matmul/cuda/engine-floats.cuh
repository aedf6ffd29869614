/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Multiplies floats that were split into digits (digits.h).  The sums for each
 * sum of places are exact integers.  From the highest place on, each is shifted
 * right by 8 bits and stays in its register, where the next one's products are
 * added to it; the bits that fall out are kept in another.  So both registers
 * together are the exact sum, which is rounded once, but for what shifted lines
 * lack, and scaled by powers of two.
 */
#ifndef MATMUL_ENGINE_FLOATS_CUH
#define MATMUL_ENGINE_FLOATS_CUH

#include "engine-float.cuh"
#include "engine-multiply.cuh"
#include "engine-store.cuh"

#if defined __CUDA_ARCH_FEAT_SM90_ALL

/* A line's scale, negative if the line is shifted, and its sum. */
struct engine_line {
  float unit, sum;
};

/* Four digits: is the first one's unit, which is twice as large for lines that
 * are shifted if they have three. */
static __device__ __forceinline__ struct engine_line
engine_line_of (const struct digits_scale *scales, int line, int lines,
                bool four)
{
  struct digits_scale s;

  if (line >= lines)
    return { 0, 0 };
  s = scales[line];
  return { !s.shifted ? s.unit : four ? 2 * s.unit : -s.unit, s.sum };
}

/* The tile's columns, for each consumer, in shared memory: a thread needs many,
 * and loads from global memory would wait one after another. */
template <typename S>
static __device__ __forceinline__ struct engine_line *
engine_columns (void)
{
  __shared__ __align__ (16) struct engine_line lines[S::consumers][S::cols];

  return lines[threadIdx.x / 128 - 1];
}

/* Loads the columns of this consumer's tile, when all threads have read those
 * of the tile before. */
template <typename S>
static __device__ __forceinline__ void
engine_load_columns (const struct engine_task &task,
                     const struct engine_tile &tile, bool four)
{
  struct engine_line *const columns = engine_columns<S> ();

#pragma unroll 1
  for (int i = threadIdx.x % 128; i < S::cols; i += 128)
    columns[i]
        = engine_line_of (task.col_scales, tile.col + i, task.cols, four);
}

/* A row of A or a column of B, for the epilogue: if it is shifted, by what, and
 * its sum, of rows less that of the shift. */
struct engine_scale {
  float unit, shift, sum;
};

static __device__ __forceinline__ struct engine_scale
engine_scale_of (const struct engine_line &line)
{
  return { fabsf (line.unit), line.unit < 0 ? DIGITS_SHIFT : 0, line.sum };
}

/* Rounds and scales the sum of digits' products, `sum` and 2^-32 of `more`.  A
 * float does not hold it, but two do, to 23 bits of more, so that there is one
 * rounding, and exact data gives exact results. */
static __device__ __forceinline__ void
engine_round_sum (uint32_t &sum, uint32_t more, const struct engine_scale &row,
                  const struct engine_scale &col)
{
  const int upper = ((int)sum + 128) >> 8;
  /* 1 and the fraction; the lower integer, less that 1. */
  const float fraction = __uint_as_float (0x3f800000 | more >> 9);
  const float integer
      = __int_as_float (0x4b400000 + (int)sum - upper * 256) - (0x1.8p23F + 1);
  const float lower = fmaf (row.sum, col.shift,
                            fmaf (row.shift, col.sum, integer + fraction));

  sum = __float_as_uint (fmaf (engine_float (upper), 256, lower) * row.unit
                         * col.unit);
}

/* Values outside of C are not stored. */
template <typename S>
static __device__ __forceinline__ void
engine_round (const struct engine_task &task, const struct engine_tile &tile,
              int consumer, int place, bool four,
              const uint32_t (&more)[S::high][S::cols / 2],
              uint32_t (&sums)[S::high][S::cols / 2])
{
  const struct engine_line *const cols
      = engine_columns<S> () + threadIdx.x % 4 * 2;
  struct engine_scale rows[S::high * 2];

#pragma unroll
  for (int i = 0; i < S::high * 2; i++) {
    rows[i] = engine_scale_of (engine_line_of (
        task.row_scales,
        tile.row + (place * S::high + i / 2) * 64 + engine_row<S> (i % 2),
        task.rows, four));
    rows[i].sum -= (float)task.inner * rows[i].shift;
  }
  engine_sync_consumer (consumer);
#pragma unroll
  for (int i = 0; i < S::cols / 8; i++) {
    const float4 two = *(const float4 *)(cols + i * 8);
    const struct engine_scale left = engine_scale_of ({ two.x, two.y });
    const struct engine_scale right = engine_scale_of ({ two.z, two.w });

#pragma unroll
    for (int j = 0; j < S::high * 2; j++) {
      const int h = j / 2, at = i * 4 + j % 2 * 2;

      engine_round_sum (sums[h][at], more[h][at], rows[j], left);
      engine_round_sum (sums[h][at + 1], more[h][at + 1], rows[j], right);
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
  const struct digits digits = engine_digits<S> (task, nonzero);
  const bool four = (nonzero & 1U << split_four) != 0;
  uint32_t more[S::high][S::cols / 2];

  engine_load_columns<S> (task, tile, four);
  engine_clear<S> (more);
  engine_clear<S> (sums);
#pragma unroll 1
  for (int sum = digits.top; sum >= 0; sum--) {
    const int steps = engine_steps_of_sum (task, digits, part, sum, nonzero);

#pragma unroll
    for (int h = 0; h < S::high; h++)
#pragma unroll
      for (int i = 0; i < S::cols / 2; i++) {
        more[h][i] = __funnelshift_r (more[h][i], sums[h][i], 8);
        sums[h][i] = (uint32_t)((int)sums[h][i] >> 8);
      }
    engine_multiply<S> (task, steps, true, place, memory, full, -1, signal,
                        ring, sums);
  }
  engine_round<S> (task, tile, consumer, place, four, more, sums);
}

#endif /* __CUDA_ARCH_FEAT_SM90_ALL */

#endif /* MATMUL_ENGINE_FLOATS_CUH */
