/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The scales of a product (gkhost/matmul.h).  Each generation has others, all
 * of them: a kernel that kept those of an earlier launch, or what it made of
 * them, is wrong in all of C.  They are at most 1, so that no sum is larger
 * than without them, but in exact data.
 *
 *   exact   1 or 2, for which the inputs leave room (exact_inner)
 *   wide    powers of two over 30 exponents, 8 where C is f16
 *   others  from 1/4 to 1, with 24 random bits: a sum that lacks a scale, or
 * has its neighbour's, is then far off
 */
#ifndef MATMUL_FILL_SCALES_H
#define MATMUL_FILL_SCALES_H

#include <gkhost/matmul.h>

/* Writes the scales of a generation, padding included.  to: of A and of B. */
void fill_scales (const gk_host *host, const gk_matmul *problem, gk_data data,
                  uint64_t seed, uint64_t generation, void *const to[2]);

#endif /* MATMUL_FILL_SCALES_H */
