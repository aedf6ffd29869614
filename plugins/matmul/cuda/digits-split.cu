/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Splits operands into planes of digits (digits.h), at the speed of memory.
 *
 * 2^31 + 2^23 + 2^15 + 2^7 added to x makes each byte of it the balanced digit
 * plus 128.
 *
 * Floats are as exact as f32 products only if the numbers of a line have
 * similar magnitudes: a small number in a line of large ones loses all its
 * digits, and may matter if the other operand's factor is large.  So in each
 * 128 numbers of a line, measured in units of the line's scale, the root mean
 * square must be 1/12 (1/16 where errors of many products cancel), and 9 of 16
 * numbers must be 1/32 or more.  Uniform data and, for most scales, normal data
 * pass.  Then the sums of squares are, in each row, at least 2^-8 of what the
 * scales allow, and for any row and column at least an eighth of the products
 * have two large factors.  This is no proof for a row and a column that depend
 * on each other.
 */
#include <cuda_runtime.h>

#include "cuda/pdl.cuh"
#include "cuda/prepared.cuh"
#include "digits.h"
#include "split-load.cuh"
#include "transpose-bytes.cuh"

/* Floats as integers of 24 bits. */
enum { SCALE = 1 << 23, LARGE = SCALE / 32 };

static __device__ __forceinline__ float
sum_of_warp (float x)
{
#pragma unroll
  for (int apart = 16; apart > 0; apart /= 2)
    x += __shfl_xor_sync (~0U, x, apart);
  return x;
}

/* Turns four floats of one line, of which a warp has up to 128, into integers
 * of 24 bits.  Returns whether these floats may be split. */
static __device__ __forceinline__ bool
to_integers (const struct split_part &p, int line, int step, uint32_t (&x)[4])
{
  const float up = (float)p.scales[line].up;
  const int left = min (p.inner - step * split_steps, (int)split_steps);
  float squares = 0;
  int large = 0;

#pragma unroll
  for (int i = 0; i < 4; i++) {
    const int q = __float2int_rn (__uint_as_float (x[i]) * up);

    large += __popc (__ballot_sync (~0U, abs (q) >= LARGE));
    squares += (float)q * (float)q;
    /* The lower three bytes are its digits. */
    x[i] = (uint32_t)q;
  }
  squares = sum_of_warp (squares)
            * ((p.inner < 4096 ? 144.0F : 256.0F) / SCALE / SCALE);
  /* A line of zeros has no digits; for a few numbers at an end the statistics
   * would be chance. */
  return (large * 16 >= left * 9 && squares >= (float)left)
         || p.scales[line].unit == 0
         || (step > 0 && left < split_steps / 2 && up == up);
}

/* Writes four integers of one line to all planes.  Returns a mask of the planes
 * that got a nonzero digit. */
template <bool floats>
static __device__ __forceinline__ unsigned
store_digits (const struct split_part &p, int line, int step, uint32_t (&x)[4])
{
  const int planes = floats ? digits_of_floats : digits_of_integers;
  const uint32_t half = 0x80808080;
  uint8_t *to = p.to + (int64_t)line * planes * p.plane + step * split_steps
                + threadIdx.x % 32 * 4;
  unsigned nonzero = 0;

#pragma unroll
  for (int i = 0; i < 4; i++)
    x[i] = (x[i] + half) ^ half;
  transpose_bytes (x);
#pragma unroll
  for (int i = 0; i < planes; i++) {
    const int plane = floats ? planes - 1 - i : i;

    *(uint32_t *)(to + (p.b ? planes - 1 - plane : plane) * p.plane) = x[i];
    nonzero |= x[i] != 0 ? 1U << plane : 0;
  }
  return nonzero;
}

/* The mask of nonzero planes of a warp, from each thread's mask. */
static __device__ __forceinline__ unsigned
warp_nonzero_planes (unsigned nonzero, bool b)
{
  unsigned all = 0;

#pragma unroll
  for (unsigned bit = 1; bit < 1U << digits_most; bit *= 2)
    all |= __any_sync (~0U, (nonzero & bit) != 0) ? bit : 0;
  return b ? all << digits_b : all;
}

template <bool floats>
static __global__ void
__launch_bounds__ (split_threads, 6)
    split_digits (const __grid_constant__ struct split_task task)
{
  const struct split_position at = split_find_position (task);
  const struct split_part &p = task.parts[at.part];
  uint32_t x[split_each][4];
  unsigned nonzero = 0, unsplittable = 0;

  if (floats && !split_wait_for_scales (task))
    return;
  if (!floats && task.early)
    pdl_early ();
  split_load (p, at, x);
#pragma unroll
  for (int l = 0; l < split_each; l++)
    if (at.line + l < p.lines) {
      if (floats && !to_integers (p, at.line + l, at.step, x[l]))
        unsplittable = 1U << split_unsplittable;
      nonzero |= store_digits<floats> (p, at.line + l, at.step, x[l]);
    }
  if (task.nonzero)
    split_signal (task.nonzero,
                  unsplittable | warp_nonzero_planes (nonzero, p.b));
}

extern "C" int
digits_split_make (const gk_host *host, const struct split_matrix matrices[2],
                   unsigned *nonzero, bool early, void **state)
{
  struct prepared_shape shape = {};
  struct split_task task;
  const int r
      = split_task_of (host, matrices, nonzero, early, &task, &shape.grid.x);

  if (r != GK_OK)
    return r;
  shape.block = dim3 (split_threads);
  shape.pdl = matrices[0].scales != NULL;
  return prepared_make (
      host, matrices[0].scales ? split_digits<true> : split_digits<false>,
      shape, task, state);
}
