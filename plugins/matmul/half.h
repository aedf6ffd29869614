/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Conversions of the floats of 16 and 8 bits in portable C that compiles to
 * vector instructions: IEEE binary16 (f16), the upper half of a binary32
 * (bf16), the upper half of a binary16 (e5m2), and e4m3.
 */
#ifndef MATMUL_HALF_H
#define MATMUL_HALF_H

#include <stdint.h>
#include <string.h>

#include <gkhost/plugin.h>

static inline float
half_float_of (uint32_t bits)
{
  float x;

  memcpy (&x, &bits, sizeof x);
  return x;
}

static inline uint32_t
half_bits_of (float x)
{
  uint32_t bits;

  memcpy (&bits, &x, sizeof bits);
  return bits;
}

static inline float
half_bf16 (uint16_t bits)
{
  return half_float_of ((uint32_t)bits << 16);
}

/* Shifted to the position of a binary32's, the bits are that number over 2^112,
 * also for subnormals; only infinities and NaN need another exponent. */
static inline float
half_f16 (uint16_t bits)
{
  const uint32_t sign = (uint32_t)(bits & 0x8000) << 16;
  const uint32_t rest = (uint32_t)(bits & 0x7fff) << 13;
  const uint32_t finite = half_bits_of (half_float_of (rest) * 0x1p112F);
  const uint32_t special = rest | UINT32_C (0x7f800000);

  return half_float_of (sign
                        | (rest >= UINT32_C (0x0f800000) ? special : finite));
}

static inline float
half_e5m2 (uint8_t bits)
{
  return half_f16 ((uint16_t)(bits << 8));
}

/* Shifted to the position of a binary32's, the bits are that number over 2^120;
 * of special ones there is NaN alone. */
static inline float
half_e4m3 (uint8_t bits)
{
  const uint32_t sign = (uint32_t)(bits & 0x80) << 24;
  const uint32_t rest = (uint32_t)(bits & 0x7f) << 20;
  const uint32_t finite = half_bits_of (half_float_of (rest) * 0x1p120F);

  return half_float_of (
      sign | (rest == UINT32_C (0x07f00000) ? UINT32_C (0x7fc00000) : finite));
}

/* Element i of an array of such floats.  dtype: a constant in each call. */
static inline __attribute__ ((always_inline)) float
half_element (gk_dtype dtype, const void *from, int64_t i)
{
  switch (dtype) {
  case GK_F16:
    return half_f16 (((const uint16_t *)from)[i]);
  case GK_BF16:
    return half_bf16 (((const uint16_t *)from)[i]);
  case GK_F8_E4M3:
    return half_e4m3 (((const uint8_t *)from)[i]);
  default:
    return half_e5m2 (((const uint8_t *)from)[i]);
  }
}

/* Rounds to nearest, ties to even.  NaN stays NaN. */
static inline uint16_t
half_to_bf16 (float x)
{
  const uint32_t bits = half_bits_of (x);
  const uint32_t nearest = (bits + 0x7fff + (bits >> 16 & 1)) >> 16;

  return (uint16_t)(x != x ? bits >> 16 | 0x40 : nearest);
}

/* Likewise; above the largest number, infinity.  Adding 1/2 to a number below
 * 2^-14 rounds it to the last bit of a subnormal. */
static inline uint16_t
half_to_f16 (float x)
{
  const uint32_t bits = half_bits_of (x);
  const uint32_t sign = bits >> 16 & 0x8000, rest = bits & 0x7fffffff;
  const uint32_t nearest
      = (rest - (UINT32_C (112) << 23) + 0xfff + (rest >> 13 & 1)) >> 13;
  const uint32_t subnormal
      = half_bits_of (half_float_of (rest) + 0.5F) - UINT32_C (0x3f000000);
  const uint32_t finite = rest < UINT32_C (0x38800000) ? subnormal : nearest;
  const uint32_t special = rest > UINT32_C (0x7f800000) ? 0x7e00 : 0x7c00;

  return (uint16_t)(sign
                    | (finite < 0x7c00 && rest < UINT32_C (0x47800000)
                           ? finite
                           : special));
}

#endif /* MATMUL_HALF_H */
