/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The numbers that wide data holds of each type of floats: both signs, from
 * 2^low to 2^(high + 1) in magnitude, and all that is below the type's least
 * normal, zeros among it.
 *
 * f64 has exponents over +-40, and what has the exponents of f32 over +-20. f16
 * has few: from its least normal up to where n of the largest products come to
 * less than 2^15, so that neither a sum nor a result overflows in any order.
 */
#ifndef MATMUL_WIDE_H
#define MATMUL_WIDE_H

#include <stdint.h>

#include <gkhost/plugin.h>

struct wide {
  int fraction, exponent; /* bits of each */
  int bias;
  int low, high; /* the exponents of the least and the largest normal one */
};

/* n: the inner dimension. */
struct wide wide_of (gk_dtype dtype, int64_t n);

/* What all are below in magnitude. */
double wide_end (const struct wide *w);

/* All numbers, from the least to the largest, by their bits: how many there
 * are, the place of one, and the one at a place. */
uint64_t wide_count (const struct wide *w);
uint64_t wide_rank (const struct wide *w, uint64_t bits);
uint64_t wide_at (const struct wide *w, uint64_t place);

#endif /* MATMUL_WIDE_H */
