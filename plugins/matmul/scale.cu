/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The scales by which lines of floats become integers of 24 bits, three
 * balanced digits (digits.h), which go up to 127 x 65793.
 *
 * The scale is a power of two, which is exact, where the line's largest number
 * lets it be.  Else that number is within 0.4 % of the next power of two, as of
 * uniform data, and the line's numbers are made 127/128 of what they are, so
 * that no bit is lost; unless they have so few bits that the next power of two
 * is exact, too, as of small integers.
 */
#include <limits.h>

#include <cuda_runtime.h>

#include "cuda/prepared.cuh"
#include "digits.h"
#include "tiles.cuh"

enum {
  THREADS = 1024,
  WARPS = THREADS / 32,
  /* The largest number that three digits make. */
  MOST = 127 * 65793,
  /* Of floats: exponents beyond these, as of infinities and NaN, and of what is
     nearly subnormal, are not scaled. */
  LEAST_EXPONENT = 127 - 90,
  MOST_EXPONENT = 127 + 90
};

struct part {
  const uint32_t *from;
  struct digits_scale *to;
  int64_t pitch;
  int lines, inner;
  bool across;
};

struct task {
  struct part parts[2];
  int first; /* block of the second */
};

/* What is known of some numbers: the largest magnitude, and all bits that are
 * set in any. */
struct seen {
  uint32_t most, bits;
};

static __device__ __forceinline__ void
see (struct seen *s, uint32_t x)
{
  s->most = max (s->most, x & 0x7fffffff);
  s->bits |= x;
}

static __device__ __forceinline__ struct digits_scale
scale_of (const struct seen &s)
{
  const int exponent = (int)(s.most >> 23);
  const uint32_t mantissa = (s.most & 0x7fffff) | 0x800000; /* of 24 bits */
  /* Numbers are less than 2^e. */
  int e = exponent - 126;
  double less = 1;

  if (s.most == 0)
    return { 1, 0 };
  if (exponent < LEAST_EXPONENT || exponent > MOST_EXPONENT)
    return { __longlong_as_double (-1), __longlong_as_double (-1) };
  if (mantissa > 2 * MOST && (s.bits & 0xff) == 0)
    e++;
  else if (mantissa > 2 * MOST)
    less = 127.0 / 128;
  return { scalbn (less, 23 - e), scalbn (1 / less, e - 7) };
}

/* A line is a warp's. */
static __device__ __forceinline__ void
scale_straight (const struct part &p, int n)
{
  const int line = n * WARPS + threadIdx.x / 32, lane = threadIdx.x % 32;
  const uint32_t *const from = p.from + line * p.pitch;
  struct seen s = {};

  if (line >= p.lines)
    return;
#pragma unroll 16
  for (int k = lane; k < p.inner; k += 32)
    see (&s, from[k]);
  for (int apart = 16; apart > 0; apart /= 2) {
    s.most = max (s.most, __shfl_xor_sync (~0U, s.most, apart));
    s.bits |= __shfl_xor_sync (~0U, s.bits, apart);
  }
  if (lane == 0)
    p.to[line] = scale_of (s);
}

/* A line is a lane's of all warps. */
static __device__ __forceinline__ void
scale_across (const struct part &p, int n)
{
  __shared__ struct seen all[WARPS][32];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const int line = n * 32 + lane;
  struct seen s = {};

  if (line < p.lines)
#pragma unroll 16
    for (int k = warp; k < p.inner; k += WARPS)
      see (&s, p.from[k * p.pitch + line]);
  all[warp][lane] = s;
  __syncthreads ();
  if (warp > 0 || line >= p.lines)
    return;
  for (int i = 1; i < WARPS; i++) {
    s.most = max (s.most, all[i][lane].most);
    s.bits |= all[i][lane].bits;
  }
  p.to[line] = scale_of (s);
}

static __global__ void
__launch_bounds__ (THREADS, 2)
    scale (const __grid_constant__ struct task task)
{
  const bool second = (int)blockIdx.x >= task.first;
  const struct part &p = task.parts[second];
  const int n = (int)blockIdx.x - (second ? task.first : 0);

  if (p.across)
    scale_across (p, n);
  else
    scale_straight (p, n);
}

extern "C" int
digits_scale_make (const gk_host *host, const struct digits_matrix matrices[2],
                   void **state)
{
  struct prepared_shape shape = {};
  struct task task = {};
  int64_t blocks = 0;

  for (int i = 0; i < 2; i++) {
    const struct digits_matrix *const m = &matrices[i];

    task.parts[i] = { m->from,       m->scales,     m->pitch,
                      (int)m->lines, (int)m->inner, m->across };
    if (i == 1)
      task.first = (int)blocks;
    /* 32 lines a block, in either order. */
    blocks += tiles_over (m->lines, 32);
  }
  shape.grid = dim3 ((unsigned)blocks);
  shape.block = dim3 (THREADS);
  return prepared_make (host, scale, shape, task, state);
}
