/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Operands of 32-bit integers split into planes of digits (digits.h), at the
 * memory's speed.
 *
 * A block has 32 lines of 128 integers, a warp a line at a time, of which each
 * thread has four, 32 apart: so a warp reads 128 bytes in a row whatever the
 * leading dimension is.  A thread stores its four side by side.  That is not
 * where they were along the inner dimension, but it is the same place in both
 * operands, and a sum does not ask for more.  An operand that lies across goes
 * by way of shared memory, whose rows are padded by a word.
 *
 * 2^31 + 2^23 + 2^15 + 2^7 added to x makes each byte of it the balanced digit
 * plus 128.
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
  LINES = 32,          /* of a block */
  STEPS = 128,         /* integers of each */
  EACH = LINES / WARPS /* lines of a warp */
};

struct part {
  const int32_t *from;
  uint8_t *to;
  int64_t pitch; /* integers */
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

/* Four integers of one line to all planes; returns which of their digits are
 * not all 0, by bits. */
static __device__ __forceinline__ unsigned
split (const struct part &p, int line, int step, uint32_t (&x)[4])
{
  const uint32_t half = 0x80808080;
  uint8_t *to = p.to + (int64_t)line * digits_planes * p.plane + step * STEPS
                + threadIdx.x % 32 * 4;
  unsigned live = 0;

#pragma unroll
  for (int i = 0; i < 4; i++)
    x[i] = (x[i] + half) ^ half;
  turn_bytes (x);
#pragma unroll
  for (int i = 0; i < digits_planes; i++) {
    *(uint32_t *)(to + (p.b ? digits_planes - 1 - i : i) * p.plane) = x[i];
    live |= x[i] != 0 ? 1U << i : 0;
  }
  return live;
}

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
                    ? (uint32_t)p.from[(line + l) * p.pitch + k]
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

    tile[i * WARPS + warp][lane]
        = line < p.lines && k < p.inner
              ? (uint32_t)p.from[k * p.pitch + line]
              : 0;
  }
  __syncthreads ();
#pragma unroll
  for (int l = 0; l < EACH; l++)
#pragma unroll
    for (int i = 0; i < 4; i++)
      x[l][i] = tile[i * 32 + lane][warp * EACH + l];
}

/* Tells which planes are needed, unless somebody has.  live: of this thread. */
static __device__ __forceinline__ void
tell (unsigned *all, unsigned live, bool b)
{
  unsigned of_warp = 0;

#pragma unroll
  for (unsigned bit = 1; bit < 1U << digits_planes; bit *= 2)
    of_warp |= __any_sync (~0U, (live & bit) != 0) ? bit : 0;
  if (b)
    of_warp <<= digits_planes;
  if (threadIdx.x % 32 == 0 && (of_warp & ~__ldcg (all)) != 0)
    atomicOr (all, of_warp);
}

static __global__ void
__launch_bounds__ (THREADS, 6)
    split_both (const __grid_constant__ struct task task)
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
    if (line + l < p.lines)
      live |= split (p, line + l, step, x[l]);
  tell (task.live, live, p.b);
}

static struct part
part_of (const struct digits_matrix *m)
{
  return { m->from,
           m->to,
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
digits_make (const gk_host *host, const struct digits_matrix matrices[2],
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
  return prepared_make (host, split_both, shape, task, state);
}
