/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Numbers of 32 bits as bytes, which tensor cores multiply exactly.
 *
 * An integer is x = d0 + 2^8 d1 + 2^16 d2 + 2^24 d3 modulo 2^32, with balanced
 * digits, from -128 to 127, so that a small x has one digit whatever its sign.
 *
 *   A B = sum over s of 2^8s times the sum over i + j = s of A_i B_j
 *
 * modulo 2^32, where A_i are A's i-th digits: only the ten products of bytes
 * with s < 4 contribute.  The engine adds them up from s = 3 down, and shifts
 * its sums left by 8 in between (Horner).
 *
 * A float has a digit for each of 2^-7, 2^-15 and 2^-23 of its line's scale (a
 * row of A, a column of B); it is rounded to a multiple of the last.  Digits
 * count from the left, so that d0 is the largest.  Of the nine products the six
 * with s < 3 give f32's accuracy in long sums, and the eight with s < 4 in any.
 * The sums for each s are exact in 32 bits; they are added up as floats, from
 * the highest s on.
 *
 * The digits of a matrix are planes, B's in reverse order.  So all products of
 * one s are a single product, of neighbouring planes of A and as many of B.
 */
#ifndef MATMUL_DIGITS_H
#define MATMUL_DIGITS_H

#include "split.h"

#ifdef __CUDACC__
#define DIGITS_BOTH __host__ __device__
#else
#define DIGITS_BOTH
#endif

/* The planes of an operand, and the highest sum of two planes' places that is
 * multiplied. */
struct digits {
  int planes, top;
};

enum { digits_of_integers = 4, digits_of_floats = 3, digits_most = 4 };

/* For digits of floats: up to this many products with one sum of places, three
 * pairs of planes each, are exact in 32 bits. */
enum { digits_most_floats = INT32_MAX / (3 * 128 * 128) };
/* With fewer products than these the omitted ones would show. */
enum { digits_least_floats = 128 };

/* In the mask of nonzero planes, bit i is plane i of A; planes of B begin at
 * this bit. */
enum { digits_b = 4 };

/* The first and the last plane of A that are multiplied for this sum of places.
 */
static DIGITS_BOTH inline int
digits_first (const struct digits *d, int sum)
{
  return sum < d->planes ? 0 : sum - d->planes + 1;
}

static DIGITS_BOTH inline int
digits_last (const struct digits *d, int sum)
{
  return sum < d->planes ? sum : d->planes - 1;
}

/* The number of products of planes. */
static inline int
digits_products (const struct digits *d)
{
  int n = 0;

  for (int sum = 0; sum <= d->top; sum++)
    n += digits_last (d, sum) - digits_first (d, sum) + 1;
  return n;
}

#ifdef __cplusplus
extern "C" {
#endif

/* For prepare: a launch that splits both operands, into 4 planes or, if there
 * are scales, 3; the state is one of prepared.h.  nonzero: where it stores the
 * mask of nonzero planes, or NULL.  early: as for repack_make. */
int digits_split_make (const gk_host *host,
                       const struct split_matrix matrices[2], unsigned *nonzero,
                       bool early, void **state);

#ifdef __cplusplus
}
#endif

#endif /* MATMUL_DIGITS_H */
