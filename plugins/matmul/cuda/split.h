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

/* up: the factor that makes a line's floats integers; unit: the value of 1 of
 * these or, for digits, of 1 of the first digit.  NaN if the line can't be
 * scaled. */
struct split_scale {
  double up, unit;
};

/* A matrix to split: lines, rows of A or columns of B, of `inner` numbers. */
struct split_matrix {
  const void *from;
  uint8_t *to; /* lines of all planes, side by side along the inner dimension */
  struct split_scale *scales; /* for floats: one per line; else NULL */
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
};

/* The bit of the mask that means so. */
enum { split_unsplittable = 8 };

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
 * three digits of f32 or, for f64, for integers with norms of 2^bits; the state
 * is one of prepared.h. */
int split_scale_f32 (const gk_host *host, const struct split_matrix matrices[2],
                     void **state);
int split_scale_f64 (const gk_host *host, const struct split_matrix matrices[2],
                     double bits, void **state);

#ifdef __cplusplus
}
#endif

#endif /* MATMUL_SPLIT_H */
