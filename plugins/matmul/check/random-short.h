/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Random floats of 8 and 16 bits, signed and nearly uniform in (-1, 1).  A
 * uniform grid would leave the last bits of most numbers zero, and draw less
 * power; so numbers are drawn by binade instead, each half as often as the one
 * above it. The lowest binade is as frequent as the one above it, and no number
 * is below it.
 */
#ifndef MATMUL_RANDOM_SHORT_H
#define MATMUL_RANDOM_SHORT_H

#include <stdint.h>

#include <gkhost/plugin.h>

struct random_short {
  int fraction;    /* bits of the fraction */
  int binades;     /* number of binades; the highest is [1/2, 1) */
  uint16_t lowest; /* the least magnitude, as bits */
  uint16_t one;    /* 1.0, as bits */
  uint16_t sign;   /* the sign bit */
};

/* dtype: a float of 8 or 16 bits. */
static inline struct random_short
random_short_of (gk_dtype dtype)
{
  switch (dtype) {
  case GK_F16:
    return (struct random_short){ 10, 6, (15 - 6) << 10, 15 << 10, 0x8000 };
  case GK_F8_E4M3:
    return (struct random_short){ 3, 5, (7 - 5) << 3, 7 << 3, 0x80 };
  case GK_F8_E5M2:
    return (struct random_short){ 2, 6, (15 - 6) << 2, 15 << 2, 0x80 };
  default:
    return (struct random_short){ 7, 9, (127 - 9) << 7, 127 << 7, 0x8000 };
  }
}

/* Returns the number for as many random bits: a sign, a fraction, and bits
 * whose leading zeros select the binade. */
static inline uint16_t
random_short_pick (const struct random_short *r, uint16_t bits)
{
  const uint32_t rest = bits & (r->sign - 1U);
  const uint32_t last = UINT32_C (1) << (r->fraction);
  const uint32_t pick = rest >> r->fraction << (32 - (r->binades - 1));
  const uint32_t end = UINT32_C (1) << (31 - (r->binades - 1));
  const uint32_t binade = (uint32_t)__builtin_clz (pick | end);

  return (uint16_t)((bits & r->sign) | (r->one - ((binade + 1) << r->fraction))
                    | (rest & (last - 1)));
}

/* The number of these floats, of both signs. */
static inline uint32_t
random_short_count (const struct random_short *r)
{
  return 2 * (uint32_t)(r->one - r->lowest);
}

/* Their ranks, from the least to the largest. */
static inline uint32_t
random_short_rank (const struct random_short *r, uint16_t bits)
{
  const uint32_t half = random_short_count (r) / 2;
  const uint32_t above = (uint32_t)(bits & (r->sign - 1U)) - r->lowest;

  return (bits & r->sign) != 0 ? half - 1 - above : half + above;
}

static inline uint16_t
random_short_at (const struct random_short *r, uint32_t place)
{
  const uint32_t half = random_short_count (r) / 2;

  return place < half ? (uint16_t)(r->sign | (r->lowest + (half - 1 - place)))
                      : (uint16_t)(r->lowest + (place - half));
}

#endif /* MATMUL_RANDOM_SHORT_H */
