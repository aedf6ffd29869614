/* gkhost/family-elements.h: reads and writes elements of any dtype.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * For references and simple variants of a family with a dtype as an option, and
 * for the rest of family.h.  Complex types and bool have no element here.
 */
#ifndef GKHOST_FAMILY_ELEMENTS_H
#define GKHOST_FAMILY_ELEMENTS_H

#include <string.h>

#include <gkhost/plugin.h>

/* Returns the bytes of an element; 0: not of a type of this header. */
static inline unsigned
gk_element_bytes (gk_dtype dtype)
{
  static const unsigned char bytes[]
      = { 1, 2, 4, 8, 2, 2, 4, 8, 0, 0, 1, 4, 2, 4, 0, 1, 1 };

  return dtype < sizeof bytes ? bytes[dtype] : 0;
}

static inline int
gk_is_integer (gk_dtype dtype)
{
  return dtype <= GK_I64 || dtype == GK_U8 || dtype == GK_U16
         || dtype == GK_U32;
}

/* Returns the significant bits of a float, or of an integer's magnitude.  The
 * unit roundoff is 2^-bits. */
static inline int
gk_significant_bits (gk_dtype dtype)
{
  static const signed char bits[]
      = { 7, 15, 31, 63, 11, 8, 24, 53, 0, 0, 8, 11, 16, 32, 0, 4, 3 };

  return bits[dtype];
}

/* True for floats of 8 and 16 bits, whose arithmetic is that of f32. */
static inline int
gk_is_short_float (gk_dtype dtype)
{
  return dtype == GK_F16 || dtype == GK_BF16 || dtype == GK_F8_E4M3
         || dtype == GK_F8_E5M2;
}

/* Each bit of the result depends on each bit of x. */
static inline uint64_t
gk_mix_bits (uint64_t x)
{
  x = (x ^ (x >> 32)) * UINT64_C (0xd6e8feb86659fd93);
  x = (x ^ (x >> 32)) * UINT64_C (0xd6e8feb86659fd93);
  return x ^ (x >> 32);
}

/* Returns 2^exponent, for exponents from -1022 to 1023. */
static inline double
gk_power_of_two (int exponent)
{
  const uint64_t bits = (uint64_t)(exponent + 1023) << 52;
  double x;

  memcpy (&x, &bits, sizeof x);
  return x;
}

static inline double
gk_magnitude (double x)
{
  return x < 0 ? -x : x;
}

/* Returns the square root of a number that is not negative. */
static inline double
gk_square_root (double x)
{
  uint64_t bits;
  double root;
  int i;

  memcpy (&bits, &x, sizeof x);
  bits = (bits >> 1) + (UINT64_C (1023) << 51);
  memcpy (&root, &bits, sizeof root);
  for (i = 0; i < 5 && x > 0; i++)
    root = (root + x / root) / 2;
  return x > 0 ? root : 0;
}

/* Returns the number that a binary16's bits are. */
static inline double
gk_half_number (uint16_t half)
{
  /* Shifted to the position of a binary32's, the bits are that number over
   * 2^112, also for subnormals. */
  uint32_t bits = (uint32_t)(half & 0x7fff) << 13;
  float f32;
  double f64;

  if (bits >= UINT32_C (0x0f800000))
    bits |= UINT32_C (0x7f800000);
  memcpy (&f32, &bits, sizeof f32);
  f64 = f32 * gk_power_of_two (112);
  return (half & 0x8000) != 0 ? -f64 : f64;
}

/* Likewise a float's of 8 bits, whose exponent has a binary16's position once it
 * is shifted: that of e4m3 is 8 less. */
static inline double
gk_byte_number (gk_dtype dtype, unsigned char byte)
{
  if (dtype == GK_F8_E5M2)
    return gk_half_number ((uint16_t)(byte << 8));
  if ((byte & 0x7f) == 0x7f)
    return gk_half_number (0x7e00); /* NaN */
  return 256
         * gk_half_number ((uint16_t)((byte & 0x80) << 8 | (byte & 0x7f) << 7));
}

/* Returns element `index` of an array of floats or integers as a double, which
 * for integers of 64 bits is rounded. */
static inline double
gk_number (gk_dtype dtype, const void *memory, int64_t index)
{
  const unsigned bytes = gk_element_bytes (dtype);
  const char *at = (const char *)memory + index * (int64_t)bytes;
  uint16_t half;
  uint32_t bits;
  int32_t i32;
  int64_t i64;
  float f32;
  double f64;

  switch (dtype) {
  case GK_I8:
    return *(const signed char *)at;
  case GK_U8:
    return *(const unsigned char *)at;
  case GK_I16:
    memcpy (&half, at, sizeof half);
    return (int16_t)half;
  case GK_U16:
    memcpy (&half, at, sizeof half);
    return half;
  case GK_U32:
    memcpy (&bits, at, sizeof bits);
    return bits;
  case GK_I32:
    memcpy (&i32, at, sizeof i32);
    return i32;
  case GK_I64:
    memcpy (&i64, at, sizeof i64);
    return (double)i64;
  case GK_F64:
    memcpy (&f64, at, sizeof f64);
    return f64;
  case GK_F8_E4M3:
  case GK_F8_E5M2:
    return gk_byte_number (dtype, *(const unsigned char *)at);
  case GK_F16:
    memcpy (&half, at, sizeof half);
    return gk_half_number (half);
  case GK_BF16:
    memcpy (&half, at, sizeof half);
    bits = (uint32_t)half << 16;
    memcpy (&f32, &bits, sizeof f32);
    return f32;
  default:
    memcpy (&f32, at, sizeof f32);
    return f32;
  }
}

/* Returns element `index` of an array of integers: signed ones sign-extended. */
static inline int64_t
gk_integer (gk_dtype dtype, const void *memory, int64_t index)
{
  int64_t i64;

  if (dtype != GK_I64)
    return (int64_t)gk_number (dtype, memory, index);
  memcpy (&i64, (const char *)memory + index * 8, sizeof i64);
  return i64;
}

/* Returns the nearest binary16's bits; infinity from 65520 on. */
static inline uint16_t
gk_half_bits (float x)
{
  const float shifted = (x < 0 ? -x : x) + 0.5F;
  uint32_t bits, rest, of_subnormal;

  memcpy (&bits, &x, sizeof bits);
  rest = bits & UINT32_C (0x7fffffff);
  /* Adding 1/2 rounds to the last bit of a subnormal. */
  memcpy (&of_subnormal, &shifted, sizeof of_subnormal);
  return (uint16_t)((bits >> 16 & 0x8000)
                    | (rest > UINT32_C (0x7f800000)    ? 0x7e00 /* NaN */
                       : rest >= UINT32_C (0x477ff000) ? 0x7c00
                       : rest < UINT32_C (0x38800000)
                           ? of_subnormal - UINT32_C (0x3f000000)
                           : (rest - (UINT32_C (112) << 23) + 0xfff
                              + (rest >> 13 & 1))
                                 >> 13));
}

/* Returns the nearest bfloat16's bits. */
static inline uint16_t
gk_bfloat_bits (float x)
{
  uint32_t bits;

  memcpy (&bits, &x, sizeof bits);
  return x != x ? 0x7fc0
                : (uint16_t)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

/* Returns the bits of the nearest float of 8 bits: of e4m3 NaN beyond 464, as it
 * has no infinity; of e5m2 infinity from 61440 on. */
static inline unsigned char
gk_byte_bits (gk_dtype dtype, float x)
{
  const int is_e4m3 = dtype == GK_F8_E4M3;
  /* Bits of a binary32 that are dropped, the difference of the biases, and the
   * number whose last bit is that of a subnormal: adding it rounds to that. */
  const int dropped = is_e4m3 ? 20 : 21;
  const uint32_t bias = is_e4m3 ? 120 : 112;
  const float last = is_e4m3 ? 16384 : 128;
  const float shifted = (x < 0 ? -x : x) + last;
  const uint32_t beyond = is_e4m3 ? 0x7f : 0x7c;
  uint32_t bits, rest, of_subnormal, of_last, byte;

  memcpy (&bits, &x, sizeof bits);
  memcpy (&of_subnormal, &shifted, sizeof of_subnormal);
  memcpy (&of_last, &last, sizeof of_last);
  rest = bits & UINT32_C (0x7fffffff);
  if (rest < (bias + 1) << 23)
    byte = of_subnormal - of_last;
  else
    byte = (rest - (bias << 23) + (UINT32_C (1) << (dropped - 1)) - 1
            + (rest >> dropped & 1))
           >> dropped;
  byte = x != x ? 0x7f : byte < beyond ? byte : beyond;
  return (unsigned char)((bits >> 24 & 0x80) | byte);
}

/* Writes n elements of an array of floats, from `index` on: each is the nearest
 * to x. */
static inline void
gk_put_numbers (gk_dtype dtype, void *memory, int64_t index, const double *x,
                int64_t n)
{
  char *at = (char *)memory + index * (int64_t)gk_element_bytes (dtype);
  uint16_t half;
  float f32;
  int64_t i;

  switch (dtype) {
  case GK_F64:
    memcpy (at, x, (size_t)n * sizeof *x);
    break;
  case GK_F8_E4M3:
  case GK_F8_E5M2:
    for (i = 0; i < n; i++)
      at[i] = (char)gk_byte_bits (dtype, (float)x[i]);
    break;
  case GK_F16:
    for (i = 0; i < n; i++) {
      half = gk_half_bits ((float)x[i]);
      memcpy (at + 2 * i, &half, sizeof half);
    }
    break;
  case GK_BF16:
    for (i = 0; i < n; i++) {
      half = gk_bfloat_bits ((float)x[i]);
      memcpy (at + 2 * i, &half, sizeof half);
    }
    break;
  default:
    for (i = 0; i < n; i++) {
      f32 = (float)x[i];
      memcpy (at + 4 * i, &f32, sizeof f32);
    }
  }
}

static inline void
gk_put_number (gk_dtype dtype, void *memory, int64_t index, double x)
{
  gk_put_numbers (dtype, memory, index, &x, 1);
}

/* Writes n elements of an array of integers, from `index` on, modulo 2^bits. */
static inline void
gk_put_integers (gk_dtype dtype, void *memory, int64_t index,
                 const uint64_t *x, int64_t n)
{
  const unsigned bytes = gk_element_bytes (dtype);
  char *at = (char *)memory + index * (int64_t)bytes;
  uint32_t u32;
  uint16_t u16;
  int64_t i;

  switch (bytes) {
  case 8:
    memcpy (at, x, (size_t)n * sizeof *x);
    break;
  case 4:
    for (i = 0; i < n; i++) {
      u32 = (uint32_t)x[i];
      memcpy (at + 4 * i, &u32, sizeof u32);
    }
    break;
  case 2:
    for (i = 0; i < n; i++) {
      u16 = (uint16_t)x[i];
      memcpy (at + 2 * i, &u16, sizeof u16);
    }
    break;
  default:
    for (i = 0; i < n; i++)
      at[i] = (char)(uint8_t)x[i];
  }
}

static inline void
gk_put_integer (gk_dtype dtype, void *memory, int64_t index, uint64_t x)
{
  gk_put_integers (dtype, memory, index, &x, 1);
}

#endif /* GKHOST_FAMILY_ELEMENTS_H */
