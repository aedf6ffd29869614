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
 * A float has a digit for each of 2^-7, 2^-15, 2^-23 and maybe 2^-31 of its
 * line's scale (a row of A, a column of B); it is rounded to a multiple of the
 * last.  Digits count from the left, so that d0 is the largest.  Of three
 * digits the six products with s < 3 are multiplied, or the eight with s < 4;
 * of four the ten with s < 4, or the thirteen with s < 5: the split kernel
 * decides by digits-rule.h.  The sums for each s are exact in 32 bits; from the
 * highest s on, each is added to the next one's, shifted right by 8, and the
 * bits that fall out are kept: so C is exact until it is rounded.
 *
 * Three balanced digits reach 127 x 65793 of 2^23.  Nearly each line of uniform
 * data has numbers beyond that, of one sign: then its digits are those of the
 * line less digits_shift, which reach from -2^23 to 2^23 - 1, and what this
 * lacks is added at last, from the lines' sums.
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

enum { digits_most = 4 };

/* In units of the last of three digits, and of the first. */
enum { digits_shift = 0x8080 };
#define DIGITS_SHIFT (0x8080 / 65536.0F)

/* For digits of floats: up to this many products with one sum of places, four
 * pairs of planes each, are exact in 32 bits.  The first of four digits is
 * never -128; what is left of the sum before is less than a digit's square. */
enum {
  digits_most_floats
  = INT32_MAX / (2 * 127 * 128 + 2 * 128 * 128 + 3 * 128 * 128 / 256)
};
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

/* The highest sum of places that floats need, by the mask of the split. */
static DIGITS_BOTH inline int
digits_top_of_floats (unsigned mask)
{
  return 2 + (int)(mask >> split_four & 1) + (int)(mask >> split_more & 1);
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

/* For prepare: a launch that splits both operands into 4 planes; the state is
 * one of prepared.h.  nonzero: where it stores the mask of nonzero planes, or
 * NULL.  early: as for repack_make. */
int digits_split_make (const gk_host *host,
                       const struct split_matrix matrices[2], unsigned *nonzero,
                       bool early, void **state);

/* The same for floats, whose scales are known.  products: the fewest to
 * multiply, 6, 8, 10 or 13. */
int digits_split_floats_make (const gk_host *host,
                              const struct split_matrix matrices[2],
                              struct split_signals *signals, bool early,
                              int products, void **state);

#ifdef __cplusplus
}
#endif

#endif /* MATMUL_DIGITS_H */
