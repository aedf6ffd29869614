/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Splits operands of f64 into planes of residues (residues.h).
 *
 * The scaled numbers are integers, which doubles hold.  The quotient by m is
 * rounded by adding 3 2^51, and the remainder is exact (FMA).
 *
 * The numbers of a line must have similar magnitudes: of each 128 of it 9 in 16
 * must be a quarter of the line's root mean square or more, and none so large
 * that it is most of the line's norm.  This is no proof for a row and a column
 * that depend on each other.
 */
#include <math.h>

#include <cuda_runtime.h>

#include "cuda/pdl.cuh"
#include "cuda/prepared.cuh"
#include "residues.h"
#include "split-load.cuh"

struct residues_task {
  struct split_task split;
  double large[2]; /* the threshold of a large number, of a scaled line */
  double modulus[residues_moduli], inverse[residues_moduli];
};

/* Adding it rounds to an integer, of which the double's lower half holds 32
 * bits. */
static const double rounder = 0x1.8p52;

/* Up to this the error of the quotient, for any modulus, is less than the
 * distance of half the modulus to 128. */
static const double most = 0x1p53;

/* The remainder, in the lowest byte. */
static __device__ __forceinline__ unsigned
compute_residue (double x, double modulus, double inverse)
{
  const double quotient = fma (x, inverse, rounder) - rounder;

  return (unsigned)__double2loint (fma (-quotient, modulus, x) + rounder);
}

/* Stores four scaled numbers of a line to all planes. */
static __device__ __forceinline__ void
store_residues (const struct residues_task &task, const struct split_part &p,
                int line, int step, const double (&x)[4])
{
  uint8_t *to = p.to + (int64_t)line * residues_moduli * p.plane
                + step * split_steps + threadIdx.x % 32 * 4;

#pragma unroll 1
  for (int m = 0; m < residues_moduli; m++, to += p.plane) {
    const double modulus = task.modulus[m], inverse = task.inverse[m];
    const unsigned low
        = __byte_perm (compute_residue (x[0], modulus, inverse),
                       compute_residue (x[1], modulus, inverse), 0x40);
    const unsigned high
        = __byte_perm (compute_residue (x[2], modulus, inverse),
                       compute_residue (x[3], modulus, inverse), 0x40);

    *(unsigned *)to = __byte_perm (low, high, 0x5410);
  }
}

/* Scales four numbers of one line, of which a warp has up to 128.  Returns
 * whether these may be split. */
static __device__ __forceinline__ bool
scale_numbers (const struct split_part &p, int line, int step, double large,
               double (&x)[4])
{
  const struct split_scale s = p.scales[line];
  const int left = min (p.inner - step * split_steps, (int)split_steps);
  double all = 0;
  bool fits;
  int n = 0;

#pragma unroll
  for (int i = 0; i < 4; i++) {
    x[i] = rint (x[i] * s.up);
    n += __popc (__ballot_sync (~0U, fabs (x[i]) >= large));
    all = fmax (all, fabs (x[i]));
  }
  fits = __all_sync (~0U, all < most);
  /* A line of zeros has no residues; for a few numbers at an end the statistics
   * would be chance. */
  return s.unit == 0
         || (fits
             && (n * 16 >= left * 9 || (step > 0 && left < split_steps / 2)));
}

static __global__ void
__launch_bounds__ (split_threads, 4)
    split_residues (const __grid_constant__ struct residues_task task)
{
  const struct split_position at = split_find_position (task.split);
  const struct split_part &p = task.split.parts[at.part];
  double x[split_each][4];
  unsigned unsplittable = 0;

  split_wait (task.split);
  if (!split_has_scales (task.split))
    return;
  split_load (p, at, x);
  /* In a cold launch code comes from memory: so it exists once for all lines.
   * The registers to use can't be indexed, and are selected. */
#pragma unroll 1
  for (int l = 0; l < split_each; l++) {
    double four[4];

#pragma unroll
    for (int i = 0; i < 4; i++)
      four[i] = l == 0   ? x[0][i]
                : l == 1 ? x[1][i]
                : l == 2 ? x[2][i]
                         : x[3][i];
    if (at.line + l >= p.lines)
      break;
    if (!scale_numbers (p, at.line + l, at.step, task.large[at.part], four))
      unsplittable = 1U << split_unsplittable;
    store_residues (task, p, at.line + l, at.step, four);
  }
  if (unsplittable)
    split_signal (task.split.nonzero, unsplittable);
}

extern "C" int
residues_split_make (const gk_host *host, const struct split_matrix matrices[2],
                     unsigned *nonzero, bool early, void **state)
{
  struct prepared_shape shape = {};
  struct residues_task task = {};
  const int r = split_task_of (host, matrices, nonzero, early, &task.split,
                               &shape.grid.x);

  if (r != GK_OK)
    return r;
  for (int i = 0; i < 2; i++)
    /* Norms are within a factor of two of their limit. */
    task.large[i]
        = exp2 (residues_bits ()) / 8 / sqrt ((double)matrices[i].inner);
  for (int m = 0; m < residues_moduli; m++) {
    task.modulus[m] = residues_modulus (m);
    task.inverse[m] = 1 / task.modulus[m];
  }
  shape.block = dim3 (split_threads);
  shape.pdl = true;
  return prepared_make (host, split_residues, shape, task, state);
}
