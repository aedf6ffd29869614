/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Computes the scales that turn lines of floats into integers: powers of two,
 * which are exact.
 *
 * f32: of a line's largest number; and what is known of a line's numbers, by
 * which the split kernel decides how many products of digits are needed
 * (digits-rule.h).  Three balanced digits (digits.h) reach 127 x 65793 of 2^23.
 * A line that has larger numbers is shifted; unless its numbers have so few
 * bits that the next power of two is exact, too, as for small integers.
 *
 * f64: as large as the limit of a norm allows (residues.h).
 */
#include <cuda_runtime.h>

#include "cuda/pdl.cuh"
#include "cuda/prepared.cuh"
#include "digits.h"
#include "tiles.cuh"

enum {
  THREADS = 512,
  LINES = THREADS / 32, /* of a block */
  /* The largest number that three digits make. */
  MOST = 127 * 65793,
  /* For f32: with larger or smaller exponents, as of infinities and NaN,
   * squares overflow, or vanish. */
  LEAST_EXPONENT = 127 - 55,
  MOST_EXPONENT = 127 + 55,
  AT_ONCE = 16, /* numbers that a thread loads */
  SAMPLES = 8   /* a thread's numbers whose rounding is looked at */
};

struct scale_part {
  const void *from;
  struct split_scale *to;
  int64_t pitch;
  int lines, inner;
  bool mn_major;
};

struct scale_task {
  struct scale_part parts[2];
  int first;                     /* block of the second */
  double bits;                   /* f64: of a norm */
  struct split_signals *signals; /* f32 */
};

/* Statistics of f32 numbers: the largest magnitude, as bits; all bits that are
 * set in any; sums of magnitudes, of their roots, of squares and of the
 * numbers.
 */
struct statistics_f32 {
  typedef float number;
  uint32_t most, bits;
  float magnitudes, roots, squares;
  double sum;
};

/* Statistics of f64 numbers: the sum of squares. */
struct statistics_f64 {
  typedef double number;
  double squares;
};

static __device__ __forceinline__ float
fast_root (float x)
{
  float root;

  asm("sqrt.approx.ftz.f32 %0, %1;" : "=f"(root) : "f"(x));
  return root;
}

static __device__ __forceinline__ void
accumulate_values (struct statistics_f32 *s, const float (&x)[AT_ONCE])
{
  float sums[AT_ONCE];

#pragma unroll
  for (int i = 0; i < AT_ONCE; i++) {
    const uint32_t bits = __float_as_uint (x[i]);
    const float magnitude = fabsf (x[i]);

    s->most = max (s->most, bits & 0x7fffffff);
    s->bits |= bits;
    s->magnitudes += magnitude;
    s->roots += fast_root (magnitude);
    s->squares = fmaf (x[i], x[i], s->squares);
    sums[i] = x[i];
  }
  /* In pairs: few roundings. */
#pragma unroll
  for (int n = AT_ONCE / 2; n > 0; n /= 2)
#pragma unroll
    for (int i = 0; i < n; i++)
      sums[i] += sums[i + n];
  s->sum += (double)sums[0];
}

static __device__ __forceinline__ void
accumulate_values (struct statistics_f64 *s, const double (&x)[AT_ONCE])
{
#pragma unroll
  for (int i = 0; i < AT_ONCE; i++)
    /* A square that underflows must not look like zero. */
    s->squares += x[i] * x[i] + (x[i] != 0 ? 0x1p-1000 : 0);
}

static __device__ __forceinline__ void
merge_statistics (struct statistics_f32 *s, const struct statistics_f32 &other)
{
  s->most = max (s->most, other.most);
  s->bits |= other.bits;
  s->magnitudes += other.magnitudes;
  s->roots += other.roots;
  s->squares += other.squares;
  s->sum += other.sum;
}

static __device__ __forceinline__ void
merge_statistics (struct statistics_f64 *s, const struct statistics_f64 &other)
{
  s->squares += other.squares;
}

static __device__ __forceinline__ struct statistics_f32
from_lane (const struct statistics_f32 &s, int apart)
{
  return { __shfl_xor_sync (~0U, s.most, apart),
           __shfl_xor_sync (~0U, s.bits, apart),
           __shfl_xor_sync (~0U, s.magnitudes, apart),
           __shfl_xor_sync (~0U, s.roots, apart),
           __shfl_xor_sync (~0U, s.squares, apart),
           __shfl_xor_sync (~0U, s.sum, apart) };
}

static __device__ __forceinline__ struct statistics_f64
from_lane (const struct statistics_f64 &s, int apart)
{
  return { __shfl_xor_sync (~0U, s.squares, apart) };
}

/* Numbers of a line that has a scale are at most 2^e. */
struct scale_f32 {
  int e;
  bool shifted, zero, none;
};

static __device__ __forceinline__ struct scale_f32
find_scale (const struct statistics_f32 &s)
{
  const int exponent = (int)(s.most >> 23);
  const uint32_t mantissa = (s.most & 0x7fffff) | 0x800000; /* of 24 bits */
  const bool few_bits = (s.bits & 0xff) == 0, large = mantissa > 2 * MOST;
  /* Of -2^23 to 2^23 three shifted digits lack only the last. */
  const bool whole = mantissa == 0x800000;
  struct scale_f32 scale = { exponent - 126, false, s.most == 0, false };

  scale.none
      = !scale.zero && (exponent < LEAST_EXPONENT || exponent > MOST_EXPONENT);
  if (few_bits)
    scale.e += large;
  else {
    scale.e -= whole;
    scale.shifted = large || whole;
  }
  return scale;
}

static __device__ __forceinline__ float
power_of_2 (int e)
{
  return __int_as_float ((127 + e) << 23);
}

static __device__ __forceinline__ struct digits_scale
digits_scale_of (const struct statistics_f32 &s, const struct scale_f32 &scale)
{
  if (scale.zero || scale.none)
    return { 1, 0, 0, 0 };
  return { power_of_2 (23 - scale.e), power_of_2 (scale.e - 7),
           (float)(s.sum * (double)power_of_2 (7 - scale.e)), scale.shifted };
}

/* What the block's lines signal. */
static __device__ __forceinline__ unsigned *
block_spread (void)
{
  __shared__ unsigned spread[6];

  return spread;
}

/* Adds a line to what the block's lines signal.  rounding: the mean square of
 * some numbers' rounding. */
static __device__ __forceinline__ void
add_spread (const struct statistics_f32 &s, const struct scale_f32 &scale,
            int inner, float rounding)
{
  const float unit = power_of_2 (-scale.e), each = 1 / (float)inner;
  const float mean = s.magnitudes * unit * each;
  const float square = s.squares * unit * unit * each;
  const float root = s.roots * fast_root (unit) * each;
  /* Four digits of shifted lines are of twice the scale. */
  const float half = scale.shifted ? 0x1.6a09e6p-1F : 1;
  const float most[] = { 0.5F - (mean - square / 2), 1 - root * half,
                         mean / (root * root) - 1, mean, square };
  unsigned *const to = block_spread ();

  /* Of floats that are not negative the larger one has the larger bits. */
#pragma unroll
  for (int i = 0; i < 5; i++)
    atomicMax (to + i, __float_as_uint (fmaxf (most[i], 0)));
  atomicAdd (to + 5, (unsigned)(fminf (rounding, 1) * 4096));
}

/* The square of a number's rounding to three digits. */
static __device__ __forceinline__ float
square_rounding (float scaled)
{
  const float rest = scaled - fminf (rintf (scaled), (1 << 23) - 1);

  return rest * rest;
}

/* Stores a line's scale, by one thread, which has its first numbers. */
static __device__ __forceinline__ void
store_scale (const struct scale_task &task, const struct scale_part &p,
             int line, const struct statistics_f32 &s, float rounding)
{
  const struct scale_f32 scale = find_scale (s);

  ((struct digits_scale *)p.to)[line] = digits_scale_of (s, scale);
  if (scale.none)
    atomicOr (&task.signals->nonzero, 1U << split_unsplittable);
  else if (!scale.zero)
    add_spread (s, scale, p.inner, rounding);
}

static __device__ __forceinline__ void
store_scale (const struct scale_task &task, const struct scale_part &p,
             int line, const struct statistics_f64 &s, float)
{
  struct split_scale scale = { 1, 0 };

  /* Squares underflow or overflow; NaN, too. */
  if (!(s.squares > 0x1p-900 && s.squares < 0x1p900) && s.squares != 0)
    scale = { __longlong_as_double (-1), __longlong_as_double (-1) };
  else if (s.squares != 0) {
    const int e = (int)floor (task.bits - log2 (s.squares) / 2);

    scale = { scalbn (1.0, e), scalbn (1.0, -e) };
  }
  p.to[line] = scale;
}

/* A mean over some of this thread's numbers of a line, which are `apart`. */
static __device__ __forceinline__ float
sample_rounding (const struct statistics_f32 &s, const float *from,
                 int64_t apart, int n)
{
  const struct scale_f32 scale = find_scale (s);
  float squares = 0;

  if (scale.zero || scale.none)
    return 0;
#pragma unroll
  for (int i = 0; i < SAMPLES; i++)
    squares += square_rounding (
        i < n ? from[i * apart] * power_of_2 (23 - scale.e) : 0);
  return squares / (float)min (n, (int)SAMPLES);
}

static __device__ __forceinline__ float
sample_rounding (const struct statistics_f64 &, const double *, int64_t, int)
{
  return 0;
}

/* A warp per line. */
template <typename Statistics>
static __device__ __forceinline__ void
scale_k_major (const struct scale_task &task, const struct scale_part &p, int n)
{
  typedef typename Statistics::number number;
  const int line = n * LINES + threadIdx.x / 32, lane = threadIdx.x % 32;
  const number *const from = (const number *)p.from + line * p.pitch;
  Statistics s = {};

  if (line >= p.lines)
    return;
#pragma unroll 1
  for (int first = lane; first < p.inner; first += 32 * AT_ONCE) {
    number x[AT_ONCE];

#pragma unroll
    for (int i = 0; i < AT_ONCE; i++)
      x[i] = first + i * 32 < p.inner ? from[first + i * 32] : number (0);
    accumulate_values (&s, x);
  }
  for (int apart = 16; apart > 0; apart /= 2)
    merge_statistics (&s, from_lane (s, apart));
  if (lane == 0)
    store_scale (task, p, line, s, sample_rounding (s, from, 1, p.inner));
}

/* 32 threads per line, one of each half warp. */
template <typename Statistics>
static __device__ __forceinline__ void
scale_mn_major (const struct scale_task &task, const struct scale_part &p,
                int n)
{
  typedef typename Statistics::number number;
  __shared__ Statistics all[32][LINES];
  const int of_block = threadIdx.x % LINES, part = threadIdx.x / LINES;
  const int line = n * LINES + of_block;
  const number *const from = (const number *)p.from + line;
  Statistics s = {};

#pragma unroll 1
  for (int first = part; first < p.inner; first += 32 * AT_ONCE) {
    number x[AT_ONCE];

#pragma unroll
    for (int i = 0; i < AT_ONCE; i++)
      x[i] = line < p.lines && first + i * 32 < p.inner
                 ? from[(first + i * 32) * p.pitch]
                 : number (0);
    accumulate_values (&s, x);
  }
  all[part][of_block] = s;
  __syncthreads ();
  if (part > 0 || line >= p.lines)
    return;
  for (int i = 1; i < 32; i++)
    merge_statistics (&s, all[i][of_block]);
  store_scale (task, p, line, s, sample_rounding (s, from, p.pitch, p.inner));
}

/* Signals what add_spread was called with. */
static __device__ __forceinline__ void
signal_spread (unsigned *to)
{
  const int i = threadIdx.x;

  if (i < 5 && block_spread ()[i] > __ldcg (to + i))
    atomicMax (to + i, block_spread ()[i]);
  else if (i == 5 && block_spread ()[i] > 0)
    atomicAdd (to + i, block_spread ()[i]);
}

template <typename Statistics>
static __global__ void
__launch_bounds__ (THREADS, 2)
    compute_scales (const __grid_constant__ struct scale_task task)
{
  const bool second = (int)blockIdx.x >= task.first;
  const struct scale_part &p = task.parts[second];
  const int n = (int)blockIdx.x - (second ? task.first : 0);

  pdl_early ();
  if (threadIdx.x < 6)
    block_spread ()[threadIdx.x] = 0;
  __syncthreads ();
  if (p.mn_major)
    scale_mn_major<Statistics> (task, p, n);
  else
    scale_k_major<Statistics> (task, p, n);
  __syncthreads ();
  if (task.signals)
    signal_spread (task.signals->spread[second]);
}

template <typename Statistics>
static int
make_launch (const gk_host *host, const struct split_matrix matrices[2],
             double bits, struct split_signals *signals, void **state)
{
  struct prepared_shape shape = {};
  struct scale_task task = {};
  int64_t blocks = 0;

  for (int i = 0; i < 2; i++) {
    const struct split_matrix *const m = &matrices[i];

    task.parts[i] = { m->from,       m->scales,     m->pitch,
                      (int)m->lines, (int)m->inner, m->mn_major };
    if (i == 1)
      task.first = (int)blocks;
    blocks += tiles_over (m->lines, LINES);
  }
  task.bits = bits;
  task.signals = signals;
  shape.grid = dim3 ((unsigned)blocks);
  shape.block = dim3 (THREADS);
  return prepared_make (host, compute_scales<Statistics>, shape, task, state);
}

extern "C" int
split_scale_f32 (const gk_host *host, const struct split_matrix matrices[2],
                 struct split_signals *signals, void **state)
{
  return make_launch<statistics_f32> (host, matrices, 0, signals, state);
}

extern "C" int
split_scale_f64 (const gk_host *host, const struct split_matrix matrices[2],
                 double bits, void **state)
{
  return make_launch<statistics_f64> (host, matrices, bits, NULL, state);
}
