/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Splits operands into planes of digits (digits.h), at the speed of memory.
 *
 * 2^31 + 2^23 + 2^15 + 2^7 added to x makes each byte of it the balanced digit
 * plus 128.
 *
 * Floats first get a number of digits, by what is known of all lines
 * (digits-rule.h): four if three would lose too much.  Then each block of 128
 * numbers of a line is checked: whether the rest of the rule holds for six
 * products, or eight, with three digits; for ten, or thirteen, with four.  If
 * it does not, nothing is multiplied.
 */
#include <cuda_runtime.h>

#include "cuda/pdl.cuh"
#include "cuda/prepared.cuh"
#include "digits.h"
#include "split-load.cuh"
#include "transpose-bytes.cuh"

static_assert ((int)split_steps == (int)digits_block, "one check each");

struct digits_task {
  struct split_task split;
  struct split_signals *signals; /* for floats */
  int products;                  /* the fewest */
};

/* Sums of squares of roundings are integers, in this unit. */
static const float roundings = 1 << 16;

/* Over all threads of a warp.  On devices before 8.0, for which this is
 * compiled too, it never runs: the engine needs 9.0. */
static __device__ __forceinline__ unsigned
sum_of_warp (unsigned x)
{
#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 800
  return __reduce_add_sync (~0U, x);
#else
  return x;
#endif
}

static __device__ __forceinline__ unsigned
union_of_warp (unsigned x)
{
#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 800
  return __reduce_or_sync (~0U, x);
#else
  return x;
#endif
}

/* Sets the bits that the block's warps found, each the same in all its threads,
 * with one atomic operation: those of all warps on one address would queue up.
 * A barrier for the block. */
static __device__ __forceinline__ void
signal_of_block (unsigned *all, unsigned bits)
{
  __shared__ unsigned of_warp[split_warps];
  const int lane = threadIdx.x % 32;

  if (lane == 0)
    of_warp[threadIdx.x / 32] = bits;
  __syncthreads ();
  if (threadIdx.x < 32)
    split_signal (all, union_of_warp (lane < split_warps ? of_warp[lane] : 0));
}

/* The digits of an integer, as bytes. */
static __device__ __forceinline__ uint32_t
digits_of (int x)
{
  const uint32_t half = 0x80808080;

  return ((uint32_t)x + half) ^ half;
}

/* A warp's four numbers a thread, of one line, as digits, and what
 * digits_limits is about. */
struct line_digits {
  uint32_t x[4];
  unsigned squares, roundings;
};

/* How the numbers of a line are split: scaled, rounded to an integer of at most
 * `most`, and shifted.  smaller: the bytes of all digits but the first. */
struct line_rule {
  float up;
  int most, shift;
  uint32_t smaller;
};

static __device__ __forceinline__ struct line_rule
line_rule_of (const struct digits_scale &scale, bool four)
{
  if (four)
    return { scale.up * (scale.shifted ? 128 : 256), INT32_MAX, 0, 0xffffff };
  /* A shifted line may have 2^23, too, which its digits do not reach. */
  return { scale.up, (1 << 23) - 1, scale.shifted ? digits_shift : 0, 0xffff };
}

/* left: the line's numbers from the warp's first one on.  The padding behind
 * them has no digits, also where a line is shifted. */
static __device__ __forceinline__ struct line_digits
split_line (const struct line_rule &rule, int left, const uint32_t (&x)[4])
{
  struct line_digits d = {};
  float squares = 0;

#pragma unroll
  for (int i = 0; i < 4; i++) {
    const float scaled = __uint_as_float (x[i]) * rule.up;
    const int q = min (__float2int_rn (scaled), rule.most);
    const float rest = scaled - (float)q;

    squares = fmaf (rest, rest, squares);
    d.x[i] = i * 32 + (int)threadIdx.x % 32 < left ? digits_of (q - rule.shift)
                                                   : 0;
    d.squares = (unsigned)__dp4a ((int)(d.x[i] & rule.smaller),
                                  (int)(d.x[i] & rule.smaller), (int)d.squares);
  }
  d.squares = sum_of_warp (d.squares);
  d.roundings = sum_of_warp (__float2uint_ru (squares * roundings));
  return d;
}

/* The signals of a line. */
static __device__ __forceinline__ unsigned
check_line (const struct digits_limits &limits, const struct line_digits &d)
{
  const float squares = (float)d.squares, rounding = (float)d.roundings;

  if (limits.use_four)
    return squares <= limits.of_ten ? 0 : 1U << split_more;
  if (!(rounding <= limits.rounding_of_eight))
    return 1U << split_unsplittable;
  return squares <= limits.of_six && rounding <= limits.rounding_of_six
             ? 0
             : 1U << split_more;
}

/* Where the digits of a line go, from the lowest on. */
struct digits_places {
  uint8_t *first;
  int64_t apart;
};

/* Integers' digits count from the lowest, floats' from the highest, of so many;
 * those of B are in reverse order. */
static __device__ __forceinline__ struct digits_places
find_places (const struct split_part &p, const struct split_position &at,
             int digits_of_float)
{
  const bool rising = (digits_of_float == 0) != p.b;
  const int first = digits_of_float == 0 ? p.b ? digits_most - 1 : 0
                    : p.b                ? digits_most - digits_of_float
                                         : digits_of_float - 1;

  return { p.to + ((int64_t)at.line * digits_most + first) * p.plane
               + at.step * split_steps + threadIdx.x % 32 * 4,
           rising ? p.plane : -p.plane };
}

/* Stores a thread's four numbers of a line, of so many digits.  Returns a mask
 * of those that are nonzero, from the lowest on. */
static __device__ __forceinline__ unsigned
store_digits (const struct digits_places &to, int digits, uint32_t (&x)[4])
{
  unsigned nonzero = 0;

  transpose_bytes (x);
#pragma unroll
  for (int i = 0; i < digits_most; i++)
    if (i < digits) {
      *(uint32_t *)(to.first + i * to.apart) = x[i];
      nonzero |= x[i] != 0 ? 1U << i : 0;
    }
  return nonzero;
}

static __global__ void
__launch_bounds__ (split_threads, 6)
    split_integers (const __grid_constant__ struct digits_task task)
{
  const struct split_position at = split_find_position (task.split);
  const struct split_part &p = task.split.parts[at.part];
  uint32_t x[split_each][4];
  unsigned nonzero = 0;

  struct digits_places to = find_places (p, at, 0);

  if (task.split.early)
    pdl_early ();
  split_load (p, at, x);
#pragma unroll
  for (int l = 0; l < split_each; l++)
    if (at.line + l < p.lines) {
#pragma unroll
      for (int i = 0; i < 4; i++)
        x[l][i] = digits_of ((int)x[l][i]);
      nonzero |= store_digits (to, digits_most, x[l]);
      to.first += digits_most * p.plane;
    }
  nonzero = union_of_warp (nonzero);
  if (task.split.nonzero)
    signal_of_block (task.split.nonzero, p.b ? nonzero << digits_b : nonzero);
}

/* By what the kernel of the scales found. */
static __device__ __forceinline__ struct digits_limits
find_limits (const struct digits_task &task)
{
  struct digits_spread spread[2];
  struct digits_limits limits;
  float rounding = 0;

#pragma unroll
  for (int i = 0; i < 2; i++) {
    const unsigned *const from = task.signals->spread[i];

    spread[i] = { __uint_as_float (__ldcg (from)),
                  __uint_as_float (__ldcg (from + 1)),
                  __uint_as_float (__ldcg (from + 2)),
                  __uint_as_float (__ldcg (from + 3)),
                  __uint_as_float (__ldcg (from + 4)) };
    rounding = fmaxf (rounding, (float)__ldcg (from + 5) / 4096
                                    / (float)task.split.parts[i].lines);
  }
  limits = digits_limits_of (spread, task.split.parts[0].inner, rounding);
  digits_limits_require (&limits, task.products);
  limits.rounding_of_six *= roundings;
  limits.rounding_of_eight *= roundings;
  return limits;
}

static __global__ void
__launch_bounds__ (split_threads, 5)
    split_floats (const __grid_constant__ struct digits_task task)
{
  __shared__ struct digits_limits limits;
  const struct split_position at = split_find_position (task.split);
  const struct split_part &p = task.split.parts[at.part];
  const int left = p.inner - at.step * split_steps;
  uint32_t x[split_each][4];
  unsigned nonzero = 0, signals;
  struct digits_places to;
  int digits;

  /* The matrices are older than the scales' kernel, which is not launched
   * early: so they may be read before it ends. */
  split_load (p, at, x);
  split_wait (task.split);
  if (threadIdx.x == 0)
    limits = find_limits (task);
  if (!split_has_scales (task.split))
    return;
  if (limits.use_four && !limits.thirteen) {
    /* All blocks find the same. */
    if (blockIdx.x == 0)
      split_signal (task.split.nonzero, 1U << split_unsplittable);
    return;
  }
  digits = limits.use_four ? 4 : 3;
  to = find_places (p, at, digits);
  signals = limits.use_four ? 1U << split_four : 0;
#pragma unroll
  for (int l = 0; l < split_each; l++)
    if (at.line + l < p.lines) {
      struct line_digits d = split_line (
          line_rule_of (((const struct digits_scale *)p.scales)[at.line + l],
                        limits.use_four),
          left, x[l]);

      signals |= check_line (limits, d);
      nonzero |= store_digits (to, digits, d.x);
      to.first += digits_most * p.plane;
    }
  /* The first digit is plane 0. */
  nonzero = __brev (union_of_warp (nonzero)) >> (32 - digits);
  signal_of_block (task.split.nonzero,
                   signals | (p.b ? nonzero << digits_b : nonzero));
}

static int
make_launch (const gk_host *host, const struct split_matrix matrices[2],
             struct digits_task *task, unsigned *nonzero, bool early,
             void **state)
{
  const bool floats = task->signals != NULL;
  struct prepared_shape shape = {};
  const int r = split_task_of (host, matrices, nonzero, early, &task->split,
                               &shape.grid.x);

  if (r != GK_OK)
    return r;
  shape.block = dim3 (split_threads);
  shape.pdl = floats;
  return prepared_make (host, floats ? split_floats : split_integers, shape,
                        *task, state);
}

extern "C" int
digits_split_make (const gk_host *host, const struct split_matrix matrices[2],
                   unsigned *nonzero, bool early, void **state)
{
  struct digits_task task = {};

  return make_launch (host, matrices, &task, nonzero, early, state);
}

extern "C" int
digits_split_floats_make (const gk_host *host,
                          const struct split_matrix matrices[2],
                          struct split_signals *signals, bool early,
                          int products, void **state)
{
  struct digits_task task = {};

  task.signals = signals;
  task.products = products;
  return make_launch (host, matrices, &task, &signals->nonzero, early, state);
}
