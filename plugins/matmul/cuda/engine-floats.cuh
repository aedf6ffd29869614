/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Multiplies floats that were split into digits (digits.h).  The sums for each
 * sum of places are exact integers.  From the highest place on, each is shifted
 * right by 8 bits and stays in its register, where the next one's products are
 * added to it; of the bits that fall out 16 are kept, which is all that matters
 * in a float.  So the sum is rounded once, but for what shifted lines lack, and
 * scaled by powers of two.
 */
#ifndef MATMUL_ENGINE_FLOATS_CUH
#define MATMUL_ENGINE_FLOATS_CUH

#include "engine-float.cuh"
#include "engine-multiply.cuh"
#include "engine-store.cuh"

#if defined __CUDA_ARCH_FEAT_SM90_ALL

/* A row of A or a column of B: its scale, negative if it is shifted, and what
 * that adds to a sum with a shifted line of the other matrix: the shift times
 * the line's sum, of rows less that of the shift. */
struct engine_line {
  float unit, added;
};

/* Four digits: shifts none, but has scales twice as large instead.  subtracted:
 * from a shifted line's sum. */
static __device__ __forceinline__ struct engine_line
engine_line_of (const struct digits_scale *scales, int line, int lines,
                bool four, float subtracted)
{
  struct digits_scale s;

  if (line >= lines)
    return { 0, 0 };
  s = scales[line];
  return { !s.shifted ? s.unit
           : four     ? 2 * s.unit
                      : -s.unit,
           DIGITS_SHIFT * (s.shifted ? s.sum - subtracted : s.sum) };
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
        = engine_line_of (task.col_scales, tile.col + i, task.cols, four, 0);
}

/* Shifts two sums right by 8 bits, and what was kept of them, 16 bits each:
 * fractions of a sum. */
static __device__ __forceinline__ void
engine_shift_sums (uint32_t (&sums)[2], uint32_t &fractions)
{
  const uint32_t out = __byte_perm (sums[0], sums[1], 0x4000);

  fractions = __byte_perm (out, fractions, 0x3715);
  sums[0] = (uint32_t)((int)sums[0] >> 8);
  sums[1] = (uint32_t)((int)sums[1] >> 8);
}

/* Rounds and scales a sum and its fraction, 2^-23 of the lowest bits.  A float
 * does not hold it, but two do, so that there is one rounding, and exact data
 * gives exact results. */
static __device__ __forceinline__ void
engine_round_sum (uint32_t &sum, uint32_t fraction,
                  const struct engine_line &row, const struct engine_line &col)
{
  const int upper = ((int)sum + 128) >> 8;
  /* The lower integer, less the 1 that is added to the fraction. */
  const float integer
      = __int_as_float (0x4b400000 + (int)sum - upper * 256) - (0x1.8p23F + 1);
  float lower = integer + __uint_as_float (0x3f800000 | (fraction & 0x7fff80));

  if (row.unit < 0)
    lower += col.added;
  if (col.unit < 0)
    lower += row.added;
  sum = __float_as_uint (fmaf (engine_float (upper), 256, lower)
                         * fabsf (row.unit) * fabsf (col.unit));
}

/* Values outside of C are not stored. */
template <typename S>
static __device__ __forceinline__ void
engine_round (const struct engine_task &task, const struct engine_tile &tile,
              int consumer, int place, bool four,
              const uint32_t (&fractions)[S::high][S::cols / 4],
              uint32_t (&sums)[S::high][S::cols / 2])
{
  const struct engine_line *const cols
      = engine_columns<S> () + threadIdx.x % 4 * 2;
  struct engine_line rows[S::high * 2];

#pragma unroll
  for (int i = 0; i < S::high * 2; i++)
    rows[i] = engine_line_of (
        task.row_scales,
        tile.row + (place * S::high + i / 2) * 64 + engine_row<S> (i % 2),
        task.rows, four, (float)task.inner * DIGITS_SHIFT);
  engine_sync_consumer (consumer);
#pragma unroll
  for (int j = 0; j < S::high * 2; j++)
#pragma unroll
    for (int i = 0; i < S::cols / 8; i++) {
      const float4 two = *(const float4 *)(cols + i * 8);
      const int h = j / 2, at = i * 4 + j % 2 * 2;

      engine_round_sum (sums[h][at], fractions[h][at / 2] << 7, rows[j],
                        { two.x, two.y });
      engine_round_sum (sums[h][at + 1], fractions[h][at / 2] >> 9, rows[j],
                        { two.z, two.w });
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
  uint32_t fractions[S::high][S::cols / 4] = {};

  engine_load_columns<S> (task, tile, four);
  engine_clear<S> (sums);
#pragma unroll 1
  for (int sum = digits.top; sum >= 0; sum--) {
    const int steps = engine_steps_of_sum (task, digits, part, sum, nonzero);

#pragma unroll
    for (int h = 0; h < S::high; h++)
#pragma unroll
      for (int i = 0; i < S::cols / 4; i++) {
        uint32_t two[2] = { sums[h][i * 2], sums[h][i * 2 + 1] };

        engine_shift_sums (two, fractions[h][i]);
        sums[h][i * 2] = two[0];
        sums[h][i * 2 + 1] = two[1];
      }
    engine_multiply<S> (task, steps, true, place, memory, full, -1, signal,
                        ring, sums);
  }
  engine_round<S> (task, tile, consumer, place, four, fractions, sums);
}

#endif /* __CUDA_ARCH_FEAT_SM90_ALL */

#endif /* MATMUL_ENGINE_FLOATS_CUH */
