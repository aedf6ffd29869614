/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The exponential function of numbers that are not positive, without a branch
 * and without a call, so that the compiler makes loops of vectors of it.
 *
 * The argument is a whole number n times log 2 and a rest of at most log 2 / 2;
 * the rest's exponential is a polynomial, and n is added to the exponent's
 * bits. Adding 1.5 times 2^23 (or 2^52) rounds to a whole number and leaves it
 * in the lowest bits.  NaN gives NaN; what is below the least normal number
 * gives 0.
 */
#ifndef SOFTMAX_EXPONENTIAL_H
#define SOFTMAX_EXPONENTIAL_H

#include <stdint.h>
#include <string.h>

/* For x <= 0; wrong by two units in the last place at most. */
static inline __attribute__ ((always_inline)) float
exp_float (float x)
{
  const float shifted = x * 0x1.715476p+0F + 0x1.8p23F;
  const float n = shifted - 0x1.8p23F;
  /* log 2 in two parts, of which the first has few bits. */
  const float rest = (x - n * 0x1.62e4p-1F) - n * 0x1.7f7d1cp-20F;
  float p = 0x1.6850e4p-10F, power;
  uint32_t bits;

  p = p * rest + 0x1.123bccp-7F;
  p = p * rest + 0x1.555b98p-5F;
  p = p * rest + 0x1.55548ep-3F;
  p = p * rest + 0x1.fffff8p-2F;
  p = p * rest * rest + rest + 1;
  memcpy (&bits, &shifted, sizeof bits);
  bits = (bits << 23) + (UINT32_C (127) << 23);
  memcpy (&power, &bits, sizeof power);
  return x < -87 ? 0 : p * power;
}

/* For x <= 0; wrong by 2^-50 of its value at most. */
static inline __attribute__ ((always_inline)) double
exp_double (double x)
{
  const double shifted = x * 0x1.71547652b82fep+0 + 0x1.8p52;
  const double n = shifted - 0x1.8p52;
  const double rest = (x - n * 0x1.62e42fefap-1) - n * 0x1.cf79abc9e3b39p-40;
  double p = 1. / 479001600, power;
  uint64_t bits;

  p = p * rest + 1. / 39916800;
  p = p * rest + 1. / 3628800;
  p = p * rest + 1. / 362880;
  p = p * rest + 1. / 40320;
  p = p * rest + 1. / 5040;
  p = p * rest + 1. / 720;
  p = p * rest + 1. / 120;
  p = p * rest + 1. / 24;
  p = p * rest + 1. / 6;
  p = p * rest + 1. / 2;
  p = p * rest * rest + rest + 1;
  memcpy (&bits, &shifted, sizeof bits);
  bits = (bits << 52) + (UINT64_C (1023) << 52);
  memcpy (&power, &bits, sizeof power);
  return x < -700 ? 0 : p * power;
}

#endif /* SOFTMAX_EXPONENTIAL_H */
