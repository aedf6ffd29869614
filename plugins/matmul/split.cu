/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Operands split into planes of digits (digits.h), at the memory's speed.
 *
 * A block has 32 lines of 128 numbers, a warp a line at a time, of which each
 * thread has four, 32 apart: so a warp reads 128 bytes in a row whatever the
 * leading dimension is.  A thread stores its four side by side.  That is not
 * where they were along the inner dimension, but it is the same place in both
 * operands, and a sum does not ask for more.  An operand that lies across goes
 * by way of shared memory, whose rows are padded by a word.
 *
 * 2^31 + 2^23 + 2^15 + 2^7 added to x makes each byte of it the balanced digit
 * plus 128.
 *
 * Floats are as exact as f32 products only where the numbers of a line are not
 * far apart: what is small in a line of large ones loses all its digits, and
 * may be what counts, where the other operand's is large.  So of each 128 of a
 * line, in parts of its scale, the root mean square must be 1/12, and 5 in 8 be
 * 1/32 or more, as they are of uniform and of normal data.  Then the sums' size
 * is, in each row, at least 2^-8 of what the scales let it be, and of any row
 * and column a quarter of the products, at least, are of two large factors.
 */
#include <limits.h>

#include <cuda_runtime.h>

#include "cuda/pdl.cuh"
#include "cuda/prepared.cuh"
#include "digits.h"
#include "tiles.cuh"
#include "turn-bytes.cuh"

enum {
  THREADS = 256,
  WARPS = THREADS / 32,
  LINES = 32,           /* of a block */
  STEPS = 128,          /* numbers of each */
  EACH = LINES / WARPS, /* lines of a warp */
  SCALE = 1 << 23,
  LARGE = SCALE / 32
};

struct part {
  const uint32_t *from;
  uint8_t *to;
  const struct digits_scale *scales;
  int64_t pitch; /* numbers */
  int64_t plane; /* bytes */
  int lines, inner;
  int down, across; /* blocks: over the lines, along the inner dimension */
  bool turned, b;
};

struct task {
  struct part parts[2];
  int first; /* block of the second */
  bool early;
  unsigned *live;
};

/* A line lies in a row.  line: the warp's first. */
static __device__ __forceinline__ void
load_straight (const struct part &p, int line, int step,
               uint32_t (&x)[EACH][4])
{
  const int lane = threadIdx.x % 32;

#pragma unroll
  for (int l = 0; l < EACH; l++)
#pragma unroll
    for (int i = 0; i < 4; i++) {
      const int k = step * STEPS + i * 32 + lane;

      x[l][i] = line + l < p.lines && k < p.inner
                    ? p.from[(line + l) * p.pitch + k]
                    : 0;
    }
}

static __device__ __forceinline__ void
load_across (const struct part &p, int down, int step, uint32_t (&x)[EACH][4])
{
  __shared__ uint32_t tile[STEPS][LINES + 1];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int line = down * LINES + lane;

#pragma unroll
  for (int i = 0; i < STEPS / WARPS; i++) {
    const int k = step * STEPS + i * WARPS + warp;

    tile[i * WARPS + warp][lane] = line < p.lines && k < p.inner
                                       ? p.from[k * p.pitch + line]
                                       : 0;
  }
  __syncthreads ();
#pragma unroll
  for (int l = 0; l < EACH; l++)
#pragma unroll
    for (int i = 0; i < 4; i++)
      x[l][i] = tile[i * 32 + lane][warp * EACH + l];
}

static __device__ __forceinline__ float
sum_of_warp (float x)
{
#pragma unroll
  for (int apart = 16; apart > 0; apart /= 2)
    x += __shfl_xor_sync (~0U, x, apart);
  return x;
}

/* Four floats of one line, of which a warp has up to 128, become integers of 24
 * bits; whether these are such that floats may be split. */
static __device__ __forceinline__ bool
to_integers (const struct part &p, int line, int step, uint32_t (&x)[4])
{
  const float up = (float)p.scales[line].up;
  const int left = min (p.inner - step * STEPS, (int)STEPS);
  float squares = 0;
  int large = 0;

#pragma unroll
  for (int i = 0; i < 4; i++) {
    const int q = __float2int_rn (__uint_as_float (x[i]) * up);

    large += __popc (__ballot_sync (~0U, abs (q) >= LARGE));
    squares += (float)q * (float)q;
    /* Its digits are the lower three. */
    x[i] = (uint32_t)q;
  }
  squares = sum_of_warp (squares) * (144.0F / SCALE / SCALE);
  /* Lines of zeros have none, and of few numbers at an end chance decides. */
  return (large * 8 >= left * 5 && squares >= (float)left)
         || p.scales[line].first == 0
         || (step > 0 && left < STEPS / 2 && up == up);
}

/* Four integers of one line to all planes; returns which of their digits are
 * not all 0, by bits. */
template <bool floats>
static __device__ __forceinline__ unsigned
store (const struct part &p, int line, int step, uint32_t (&x)[4])
{
  const int planes = floats ? digits_of_floats : digits_of_integers;
  const uint32_t half = 0x80808080;
  uint8_t *to = p.to + (int64_t)line * planes * p.plane + step * STEPS
                + threadIdx.x % 32 * 4;
  unsigned live = 0;

#pragma unroll
  for (int i = 0; i < 4; i++)
    x[i] = (x[i] + half) ^ half;
  turn_bytes (x);
#pragma unroll
  for (int i = 0; i < planes; i++) {
    const int plane = floats ? planes - 1 - i : i;

    *(uint32_t *)(to + (p.b ? planes - 1 - plane : plane) * p.plane) = x[i];
    live |= x[i] != 0 ? 1U << plane : 0;
  }
  return live;
}

/* Tells what this thread saw, unless somebody has. */
static __device__ __forceinline__ void
tell (unsigned *all, unsigned live, bool b)
{
  unsigned of_warp = 0;

#pragma unroll
  for (unsigned bit = 1; bit < 1U << digits_most; bit *= 2)
    of_warp |= __any_sync (~0U, (live & bit) != 0) ? bit : 0;
  if (b)
    of_warp <<= digits_b;
  of_warp |= live & 1U << digits_wild;
  if (threadIdx.x % 32 == 0 && (of_warp & ~__ldcg (all)) != 0)
    atomicOr (all, of_warp);
}

template <bool floats>
static __global__ void
__launch_bounds__ (THREADS, 6) split (const __grid_constant__ struct task task)
{
  const bool second = (int)blockIdx.x >= task.first;
  const struct part &p = task.parts[second];
  const int n = (int)blockIdx.x - (second ? task.first : 0);
  /* Neighbours read what is next in memory. */
  const int down = p.turned ? n % p.down : n / p.across;
  const int step = p.turned ? n / p.down : n % p.across;
  const int line = down * LINES + threadIdx.x / 32 * EACH;
  uint32_t x[EACH][4];
  unsigned live = 0;

  if (task.early)
    pdl_early ();
  if (p.turned)
    load_across (p, down, step, x);
  else
    load_straight (p, line, step, x);
#pragma unroll
  for (int l = 0; l < EACH; l++)
    if (line + l < p.lines) {
      if (floats && !to_integers (p, line + l, step, x[l]))
        live |= 1U << digits_wild;
      live |= store<floats> (p, line + l, step, x[l]);
    }
  if (task.live)
    tell (task.live, live, p.b);
}

static struct part
part_of (const struct digits_matrix *m)
{
  return { m->from,
           m->to,
           m->scales,
           m->pitch,
           digits_plane (m->inner),
           (int)m->lines,
           (int)m->inner,
           (int)tiles_over (m->lines, LINES),
           (int)tiles_over (m->inner, STEPS),
           m->across,
           m->b };
}

extern "C" int
digits_split_make (const gk_host *host, const struct digits_matrix matrices[2],
                   unsigned *live, bool early, void **state)
{
  struct prepared_shape shape = {};
  struct task task = {};
  int64_t blocks[2];

  for (int i = 0; i < 2; i++) {
    task.parts[i] = part_of (&matrices[i]);
    blocks[i] = (int64_t)task.parts[i].down * task.parts[i].across;
  }
  if (blocks[0] + blocks[1] > INT_MAX) {
    host->error (host, "the operands have more tiles than a grid has blocks; "
                       "make the sizes smaller");
    return GK_SKIP;
  }
  task.first = (int)blocks[0];
  task.live = live;
  task.early = early;
  shape.grid = dim3 ((unsigned)(blocks[0] + blocks[1]));
  shape.block = dim3 (THREADS);
  return prepared_make (host, matrices[0].scales ? split<true> : split<false>,
                        shape, task, state);
}
