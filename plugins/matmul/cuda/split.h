/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Operands split into planes of bytes, which tensor cores multiply exactly:
 * into digits (digits.h) or residues (residues.h).
 */
#ifndef MATMUL_SPLIT_H
#define MATMUL_SPLIT_H

#include <stdbool.h>
#include <stdint.h>

#include <gkhost/plugin.h>

#include "digits-rule.h"

/* up: the factor that makes a line's floats integers; unit: the value of 1 of
 * these or, for digits, of 1 of the first digit.  NaN if the line can't be
 * scaled. */
struct split_scale {
  double up, unit;
};

/* Instead, for digits of f32: of three digits, and the line's sum in units of
 * the first.  Shifted: these digits are of the line less digits_shift; four
 * digits are of twice the scale.  A line that can't be scaled has none. */
struct digits_scale {
  float up, unit, sum;
  int shifted;
};

/* A matrix to split: lines, rows of A or columns of B, of `inner` numbers. */
struct split_matrix {
  const void *from;
  uint8_t *to; /* lines of all planes, side by side along the inner dimension */
  struct split_scale *scales; /* for floats: one per line; else NULL.  f32: of
                                 struct digits_scale, of the same size */
  int64_t lines, inner, pitch;
  bool mn_major; /* a row in memory goes over all lines */
  bool b;
};

/* What the kernels of one such product signal to each other, in device memory.
 */
struct split_signals {
  unsigned nonzero;      /* the mask of nonzero planes; zero between launches */
  unsigned readers;      /* blocks that have read it; zero between launches */
  unsigned unsplittable; /* floats' range is too wide: nothing was computed */
  /* For digits of f32, of both matrices: the members of digits_spread, bit for
   * bit; and the sum, over lines, of the mean square of some numbers' rounding,
   * in units of 2^-12.  Zero between launches. */
  unsigned spread[2][6];
  unsigned taken[3]; /* launches that took each path, see split_path_of */
};

/* Bits of the mask above those of planes: floats' range is too wide; digits of
 * f32 are four, not three; more products are needed than the six, or ten, that
 * mostly suffice. */
enum { split_unsplittable = 8, split_four, split_more, split_bits };

/* The path of a launch with this mask: 0 is the plain kernel's, 1 that of three
 * digits or of residues, 2 that of four digits. */
#ifdef __CUDACC__
static __device__ __forceinline__ int
split_path_of (unsigned mask)
{
  return (mask >> split_unsplittable & 1) != 0
             ? 0
             : 1 + (int)(mask >> split_four & 1);
}
#endif

/* TMA counts the elements of all planes in 32 bits: lines are shorter than
 * this. */
enum { split_longest = 1 << 26 };

/* The bytes of a line of a plane, for lines of so many numbers; the bytes
 * behind them are 0. */
static inline int64_t
split_plane (int64_t inner)
{
  return (inner + 127) / 128 * 128;
}

#ifdef __cplusplus
extern "C" {
#endif

/* For prepare: a launch that computes the scales of both operands' lines, for
 * digits of f32 or, for f64, for integers with norms of 2^bits; the state is
 * one of prepared.h. */
int split_scale_f32 (const gk_host *host, const struct split_matrix matrices[2],
                     struct split_signals *signals, void **state);
int split_scale_f64 (const gk_host *host, const struct split_matrix matrices[2],
                     double bits, void **state);

#ifdef __cplusplus
}
#endif

#endif /* MATMUL_SPLIT_H */
