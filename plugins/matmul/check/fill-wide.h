/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Wide data: inputs on which kernels fail that are right on uniform data, such
 * as emulations of f32 or f64 in fewer bits.  It is made from the random bits
 * that both inputs hold.  A *line* is a row of A or a column of B; lines whose
 * numbers agree modulo LINES are of one kind.
 *
 * Floats (wide.h has the ranges of exponents).  D is a diagonal matrix of
 * powers of two, over nearly all of these exponents.
 *
 *   paired      A D and D^-1 B: where such a row meets such a column all
 *               products are of about one size, though their factors are far
 *               apart; scaling a line to a grid of fewer bits than D spans
 *               loses most of them
 *   cancelling  paired, and product l + n / 2 of such a row and such a column
 *               is the negative of product l: their sum is the last product of
 *               an odd number, and what lies below the normal range
 *   within      each element has any exponent
 *   by line     each line has an exponent, near that of all its elements
 *   mixed       half of D, and half of by line
 *   sparse      within, but seven of eight elements are zero
 *   tiny        no element is normal: the scale of such a line may overflow
 *
 * In each of them one element of 32 is zero, and one of 32 is subnormal.  Of
 * inputs of over 2^16 elements, all of a batch together, but of f16 and 8 bits,
 * one of 1024 is subnormal, and one line of 2048 is tiny: fill-wide.c says why.
 *
 * Integers: lines of the least number, of the largest, of both, of numbers that
 * are extreme in bytes (i32: all digits of 8 bits -128), and of any numbers.
 * Sums are then as far from zero as possible.
 *
 * A kernel that is right on all other data and wrong here belongs in this file,
 * and in tests/unit/verify-wide, which also checks that right sums in
 * unfavourable orders pass.
 */
#ifndef MATMUL_FILL_WIDE_H
#define MATMUL_FILL_WIDE_H

#include <stdbool.h>

#include <gkhost/matmul.h>

enum { LINES = 16 };

/* An input's memory: element l of line i is at i * line + l * step, in a buffer
 * of `lines` lines of `inner` elements, padding included. */
struct filled {
  gk_dtype dtype;
  void *memory;
  int64_t lines, inner; /* with padding */
  int64_t line, step;
  bool is_b;
  int64_t product, products; /* its index in the batch, and their number */
};

/* Fills an input that holds random bits. seed: the same for both inputs.  False
 * without memory. */
bool fill_wide (const gk_host *host, const gk_matmul *problem,
                const struct filled *to, uint64_t seed);

/* Its part for integers. */
void fill_ends (const struct filled *to);

#endif /* MATMUL_FILL_WIDE_H */
