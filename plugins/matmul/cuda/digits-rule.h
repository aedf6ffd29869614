/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How many products of digits (digits.h) a product of floats needs, so that
 * each element is proven to be within DIGITS_BOUND u |A||B| of the exact value,
 * u = 2^-24.  README.md has the theorem and its proof.
 *
 * A line is a row of A or a column of B.  Its numbers are in units of a power
 * of two, its scale, so that |x| <= 1.  No pair of lines is compared: what
 * holds for the lines one by one gives a lower bound of |A||B|, and upper
 * bounds of what is dropped and rounded.
 */
#ifndef MATMUL_DIGITS_RULE_H
#define MATMUL_DIGITS_RULE_H

#include <math.h>
#include <stdbool.h>

#ifdef __CUDACC__
#define DIGITS_RULE static __host__ __device__ __forceinline__
#else
#define DIGITS_RULE static inline
#endif

/* The bound, and what the last rounding leaves of it.  Some hundredths are for
 * the rounding of this file's own arithmetic. */
#define DIGITS_BOUND 8
#define DIGITS_LEFT (DIGITS_BOUND - 1.02F)

/* Numbers of a line whose digits are summed up together. */
enum { digits_block = 128 };

/* What is known of a matrix: of all its lines but those of zeros, the largest
 * values, none of which is negative, of
 * - 1/2 - (mean |x| - mean x^2 / 2),
 * - 1 - m, where m is the mean of sqrt |x|,
 * - (mean |x| - m^2) / m^2,
 * - mean |x|, and mean x^2.
 * m is in units of the scale of four digits, the rest of that of three. */
struct digits_spread {
  float no_product, no_root, variance, mean, square;
};

/* When a number of products suffices.  In each block of a line, the sum of the
 * squares of all digits but the first, and of the roundings to three digits in
 * units of the last, may be so large; less than 0: it does not suffice. */
struct digits_limits {
  float of_six, rounding_of_six; /* both must hold */
  float rounding_of_eight;
  float of_ten;  /* with four digits */
  bool thirteen; /* these suffice */
  bool use_four; /* three digits will probably not suffice */
};

/* A lower bound of |A||B| / n, by rearrangement: a line's large numbers meet
 * the other's small ones.  slack: relative errors of the means. */
DIGITS_RULE float
digits_least_by_line (const struct digits_spread s[2], float slack)
{
  return 0.5F - s[0].no_product - s[1].no_product - 3 * slack;
}

/* Another one, in scales of four digits; and what rounding to these loses at
 * most where |A||B| is so small, in units of n 2^-32. */
struct digits_least {
  float product, rounding;
};

DIGITS_RULE struct digits_least
digits_least_by_roots (const struct digits_spread s[2], float slack)
{
  const float a = 1 - s[0].no_root - slack, b = 1 - s[1].no_root - slack;
  const float of_a = 1 + s[0].variance, of_b = 1 + s[1].variance;
  const float both = a * b
                     * (1
                        - sqrtf ((s[0].variance + 3 * slack * of_a)
                                 * (s[1].variance + 3 * slack * of_b)));
  const bool any = a > 0 && b > 0 && both > 0;
  struct digits_least least;

  least.product = any ? both * both : 0;
  least.rounding = (1 + 3 * slack) * (of_a * a * a + of_b * b * b);
  return least;
}

/* The largest sum of squares of roundings that blocks of a line probably have,
 * if their mean is this: none exceeds 1/4, but that of 2^23 in a shifted line.
 */
DIGITS_RULE float
digits_predict_rounding (float mean)
{
  return digits_block * mean
         + 4.8F * sqrtf (digits_block * mean * fmaxf (0.25F - mean, 0));
}

/* For lines of so many numbers.  rounding: the mean square of roundings to
 * three digits, which only predicts. */
DIGITS_RULE struct digits_limits
digits_limits_of (const struct digits_spread s[2], int inner, float rounding)
{
  const float n = (float)inner;
  const float blocks = (float)((inner + digits_block - 1) / digits_block) / n;
  const float slack = (n / 32 + 48) * 0x1p-23F;
  const float by_line = digits_least_by_line (s, slack);
  const struct digits_least by_roots = digits_least_by_roots (s, slack);
  const float means = s[0].mean + s[1].mean + 2 * slack;
  const float norms
      = sqrtf (s[0].square + slack) + sqrtf (s[1].square + slack) + 0x1p-20F;
  /* The sums of shifted lines, and (2, 2), count as lost. */
  const float left3 = DIGITS_LEFT * 0x1p-24F * fmaxf (by_line, by_roots.product)
                      - 0x1p-32F * (9.2F * means + 1.4F + 16 / n);
  /* Rounding to four digits, and (2, 3), (3, 2) and (3, 3). */
  const float left4 = DIGITS_LEFT * 0x1p-24F * by_roots.product
                      - 0x1p-32F * (by_roots.rounding + 0x1.1p-7F + 8 / n);
  const float most = digits_predict_rounding (rounding);
  const float root = left3 * 0x1p23F / norms;
  struct digits_limits limits;

  limits.rounding_of_eight = left3 > 0 ? root * root / blocks : -1;
  limits.rounding_of_six = most;
  limits.of_six
      = (left3 - sqrtf (most * blocks) * norms * 0x1p-23F) * 0x1p38F / blocks;
  limits.of_ten = left4 * 0x1p46F / blocks;
  limits.thirteen = left4 >= 0;
  limits.use_four = !(limits.rounding_of_eight >= most);
  return limits;
}

/* Excludes all that multiplies fewer products than these. */
DIGITS_RULE void
digits_limits_require (struct digits_limits *limits, int products)
{
  if (products > 6)
    limits->of_six = -1;
  if (products > 8)
    limits->use_four = true;
  if (products > 10)
    limits->of_ten = -1;
}

#endif /* MATMUL_DIGITS_RULE_H */
