/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Computes the scales that turn lines of floats into integers.
 *
 * f32, of 24 bits: three balanced digits (digits.h), which reach 127 x 65793.
 * The scale is a power of two, which is exact, if the line's largest number
 * fits.  Else that number is within 0.4 % of the next power of two, as in
 * uniform data, and the line's numbers are multiplied by 127/128, so that no
 * bit is lost; unless they have so few bits that the next power of two is
 * exact, too, as for small integers.
 *
 * f64: powers of two, as large as the limit of a norm allows (residues.h).
 */
#include <cuda_runtime.h>

#include "cuda/pdl.cuh"
#include "cuda/prepared.cuh"
#include "split.h"
#include "tiles.cuh"

enum {
  THREADS = 1024,
  WARPS = THREADS / 32,
  /* The largest number that three digits make. */
  MOST = 127 * 65793,
  /* For f32: larger or smaller exponents, as of infinities and NaN, and of what
   * is nearly subnormal, are not scaled. */
  LEAST_EXPONENT = 127 - 90,
  MOST_EXPONENT = 127 + 90
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
  int first;   /* block of the second */
  double bits; /* of a norm */
};

/* Statistics of f32 numbers: the largest magnitude, and all bits that are set
 * in any. */
struct statistics_f32 {
  typedef uint32_t number; /* its bits */
  uint32_t most, bits;
};

/* Statistics of f64 numbers: the sum of squares. */
struct statistics_f64 {
  typedef double number;
  double squares;
};

static __device__ __forceinline__ void
accumulate_value (struct statistics_f32 *s, uint32_t x)
{
  s->most = max (s->most, x & 0x7fffffff);
  s->bits |= x;
}

static __device__ __forceinline__ void
accumulate_value (struct statistics_f64 *s, double x)
{
  /* A square that underflows must not look like zero. */
  s->squares += x * x + (x != 0 ? 0x1p-1000 : 0);
}

static __device__ __forceinline__ void
merge_statistics (struct statistics_f32 *s, const struct statistics_f32 &other)
{
  s->most = max (s->most, other.most);
  s->bits |= other.bits;
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
           __shfl_xor_sync (~0U, s.bits, apart) };
}

static __device__ __forceinline__ struct statistics_f64
from_lane (const struct statistics_f64 &s, int apart)
{
  return { __shfl_xor_sync (~0U, s.squares, apart) };
}

static __device__ __forceinline__ struct split_scale
no_scale (void)
{
  return { __longlong_as_double (-1), __longlong_as_double (-1) };
}

static __device__ __forceinline__ struct split_scale
scale_of (const struct statistics_f32 &s, double)
{
  const int exponent = (int)(s.most >> 23);
  const uint32_t mantissa = (s.most & 0x7fffff) | 0x800000; /* of 24 bits */
  /* Numbers are less than 2^e. */
  int e = exponent - 126;
  double less = 1;

  if (s.most == 0)
    return { 1, 0 };
  if (exponent < LEAST_EXPONENT || exponent > MOST_EXPONENT)
    return no_scale ();
  if (mantissa > 2 * MOST && (s.bits & 0xff) == 0)
    e++;
  else if (mantissa > 2 * MOST)
    less = 127.0 / 128;
  return { scalbn (less, 23 - e), scalbn (1 / less, e - 7) };
}

static __device__ __forceinline__ struct split_scale
scale_of (const struct statistics_f64 &s, double bits)
{
  int e;

  if (s.squares == 0)
    return { 1, 0 };
  /* Squares underflow or overflow; NaN, too. */
  if (!(s.squares > 0x1p-900 && s.squares < 0x1p900))
    return no_scale ();
  e = (int)floor (bits - log2 (s.squares) / 2);
  return { scalbn (1.0, e), scalbn (1.0, -e) };
}

/* A warp per line. */
template <typename Statistics>
static __device__ __forceinline__ void
scale_k_major (const struct scale_part &p, int n, double bits)
{
  const int line = n * WARPS + threadIdx.x / 32, lane = threadIdx.x % 32;
  const typename Statistics::number *const from
      = (const typename Statistics::number *)p.from + line * p.pitch;
  Statistics s = {};

  if (line >= p.lines)
    return;
#pragma unroll 16
  for (int k = lane; k < p.inner; k += 32)
    accumulate_value (&s, from[k]);
  for (int apart = 16; apart > 0; apart /= 2)
    merge_statistics (&s, from_lane (s, apart));
  if (lane == 0)
    p.to[line] = scale_of (s, bits);
}

/* A lane of each warp per line. */
template <typename Statistics>
static __device__ __forceinline__ void
scale_mn_major (const struct scale_part &p, int n, double bits)
{
  __shared__ Statistics all[WARPS][32];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const int line = n * 32 + lane;
  Statistics s = {};

  if (line < p.lines)
#pragma unroll 16
    for (int k = warp; k < p.inner; k += WARPS)
      accumulate_value (
          &s,
          ((const typename Statistics::number *)p.from)[k * p.pitch + line]);
  all[warp][lane] = s;
  __syncthreads ();
  if (warp > 0 || line >= p.lines)
    return;
  for (int i = 1; i < WARPS; i++)
    merge_statistics (&s, all[i][lane]);
  p.to[line] = scale_of (s, bits);
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
  if (p.mn_major)
    scale_mn_major<Statistics> (p, n, task.bits);
  else
    scale_k_major<Statistics> (p, n, task.bits);
}

template <typename Statistics>
static int
make_launch (const gk_host *host, const struct split_matrix matrices[2],
             double bits, void **state)
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
    /* 32 lines per block, in either layout. */
    blocks += tiles_over (m->lines, 32);
  }
  task.bits = bits;
  shape.grid = dim3 ((unsigned)blocks);
  shape.block = dim3 (THREADS);
  return prepared_make (host, compute_scales<Statistics>, shape, task, state);
}

extern "C" int
split_scale_f32 (const gk_host *host, const struct split_matrix matrices[2],
                 void **state)
{
  return make_launch<statistics_f32> (host, matrices, 0, state);
}

extern "C" int
split_scale_f64 (const gk_host *host, const struct split_matrix matrices[2],
                 double bits, void **state)
{
  return make_launch<statistics_f64> (host, matrices, bits, state);
}
