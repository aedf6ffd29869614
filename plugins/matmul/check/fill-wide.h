/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Wide data, of each kind of numbers, made of the random bits that both inputs
 * hold.  `inner` is the inner dimension, n; each row of A and each column of B
 * is a *line*, and lines of one number modulo LINES are alike.
 *
 * Floats (wide.h says how far apart).  D is a diagonal matrix of powers of two,
 * over nearly all of the exponents that there are:
 *
 *   paired      A D and D^-1 B: where such a row meets such a column all
 *               products are about as large, though their factors are far
 *               apart; to scale a line to a grid of fewer bits than D spans
 *               loses most of them
 *   cancelling  paired, and product l + n / 2 of such a row and such a column
 *               is the negative of product l: what is left of their sum is the
 *               last product of an odd number, and what is below normal
 *   within      any exponent, each element by itself
 *   by line     all of a line about as large, each line by itself
 *   mixed       half of D, and half of what is by line
 *   sparse      within, but seven of eight are zero
 *   tiny        none is normal: what a line is scaled by may overflow
 *
 * In each of them one of 32 is zero, and one of 32 is below normal.
 *
 * Integers: lines of the least number, of the largest, of both, of numbers that
 * are at an end in bytes (i32: all digits of 8 bits -128), and of any numbers.
 * Sums are then as far from zero as they get.
 */
#ifndef MATMUL_FILL_WIDE_H
#define MATMUL_FILL_WIDE_H

#include <stdbool.h>

#include <gkhost/matmul.h>

enum { LINES = 16 };

/* How the elements of an input lie: element l of line i at i * line + l * step,
 * in a buffer of so many lines of so many elements, padding included. */
struct filled {
  void *memory;
  int64_t lines, inner; /* with padding */
  int64_t line, step;
  bool is_b;
};

/* False without memory.  seed: the same for both inputs. */
bool fill_wide (const gk_host *host, const gk_matmul *problem,
                const struct filled *to, uint64_t seed);

/* The part of it that is for integers. */
void fill_ends (gk_dtype dtype, const struct filled *to);

#endif /* MATMUL_FILL_WIDE_H */
