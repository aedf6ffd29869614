/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>

#include "wide.h"

/* Exponents on each side of 2^0. */
enum { AROUND_F32 = 20, AROUND_F64 = 40 };

/* The exponents of the least normal of f16 and e5m2, of that of e4m3, and of a
 * number of f16 that no sum reaches: C may be f16 where factors have 8 bits. */
enum { F16_LEAST = -14, E4M3_LEAST = -6, F16_SUM = 15 };

/* The sum of the n largest products is at most n 2^(2 (high + 1)). */
static int
f16_high (int64_t n, int least)
{
  const int length = (int)ceil (log2 ((double)n));
  const int high = (int)floor ((F16_SUM - length) / 2.) - 1;

  return high > least ? high : least;
}

struct wide
wide_of (gk_dtype dtype, int64_t n)
{
  switch (dtype) {
  case GK_F16:
    return (struct wide){ 10, 5, 15, F16_LEAST, f16_high (n, F16_LEAST) };
  case GK_F8_E5M2:
    return (struct wide){ 2, 5, 15, F16_LEAST, f16_high (n, F16_LEAST) };
  case GK_F8_E4M3:
    return (struct wide){ 3, 4, 7, E4M3_LEAST, f16_high (n, E4M3_LEAST) };
  case GK_BF16:
    return (struct wide){ 7, 8, 127, -AROUND_F32, AROUND_F32 - 1 };
  case GK_F64:
    return (struct wide){ 52, 11, 1023, -AROUND_F64, AROUND_F64 - 1 };
  default:
    return (struct wide){ 23, 8, 127, -AROUND_F32, AROUND_F32 - 1 };
  }
}

double
wide_end (const struct wide *w)
{
  return ldexp (1, w->high + 1);
}

/* The number of subnormals of one sign, zero included. */
static uint64_t
below_normal (const struct wide *w)
{
  return UINT64_C (1) << w->fraction;
}

/* The bits of 2^low. */
static uint64_t
lowest (const struct wide *w)
{
  return (uint64_t)(w->low + w->bias) << w->fraction;
}

static uint64_t
sign_bit (const struct wide *w)
{
  return UINT64_C (1) << (w->fraction + w->exponent);
}

uint64_t
wide_count (const struct wide *w)
{
  return 2 * (uint64_t)(w->high - w->low + 2) << w->fraction;
}

uint64_t
wide_rank (const struct wide *w, uint64_t bits)
{
  const uint64_t half = wide_count (w) / 2;
  const uint64_t magnitude = bits & (sign_bit (w) - 1);
  const uint64_t above = magnitude < below_normal (w)
                             ? magnitude
                             : magnitude - lowest (w) + below_normal (w);

  return (bits & sign_bit (w)) != 0 ? half - 1 - above : half + above;
}

uint64_t
wide_at (const struct wide *w, uint64_t place)
{
  const uint64_t half = wide_count (w) / 2;
  const uint64_t above = place < half ? half - 1 - place : place - half;
  const uint64_t magnitude = above < below_normal (w)
                                 ? above
                                 : above - below_normal (w) + lowest (w);

  return place < half ? magnitude | sign_bit (w) : magnitude;
}
