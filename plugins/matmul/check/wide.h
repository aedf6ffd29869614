/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The numbers in wide data (fill-wide.h), for each type of floats: both signs,
 * magnitudes from 2^low to 2^(high + 1), and all subnormals of the type, zeros
 * included.
 *
 * Exponents range over +-40 in f64, and over +-20 in types that have the
 * exponents of f32. f16 and floats of 8 bits have few: from the least normal up
 * to where the sum of n of the largest products is below 2^15, so that no sum
 * and no result overflows, in any order.
 */
#ifndef MATMUL_WIDE_H
#define MATMUL_WIDE_H

#include <stdint.h>

#include <gkhost/plugin.h>

struct wide {
  int fraction, exponent; /* bits of each */
  int bias;
  int low, high; /* exponents of the least and the largest normal number */
};

/* n: the inner dimension. */
struct wide wide_of (gk_dtype dtype, int64_t n);

/* A bound that all are below in magnitude. */
double wide_end (const struct wide *w);

/* The numbers by their bits, from the least to the largest: their count, the
 * rank of one, and the one of a rank. */
uint64_t wide_count (const struct wide *w);
uint64_t wide_rank (const struct wide *w, uint64_t bits);
uint64_t wide_at (const struct wide *w, uint64_t place);

#endif /* MATMUL_WIDE_H */
