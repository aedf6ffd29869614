/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Random floats of 16 bits, signed and nearly uniform in (-1, 1).  A uniform
 * grid would leave the last bits of most numbers zero, and draw less power; so
 * numbers are drawn by binade instead, each half as often as the one above it.
 * The lowest binade is as frequent as the one above it, and no number is below
 * it.
 */
#ifndef MATMUL_RANDOM16_H
#define MATMUL_RANDOM16_H

#include <stdint.h>

#include <gkhost/plugin.h>

struct random16 {
  int fraction;    /* bits of the fraction */
  int binades;     /* number of binades; the highest is [1/2, 1) */
  uint16_t lowest; /* the least magnitude, as bits */
  uint16_t one;    /* 1.0, as bits */
};

/* dtype: GK_F16 or GK_BF16. */
static inline struct random16
random16_of (gk_dtype dtype)
{
  if (dtype == GK_F16)
    return (struct random16){ 10, 6, (15 - 6) << 10, 15 << 10 };
  return (struct random16){ 7, 9, (127 - 9) << 7, 127 << 7 };
}

/* Returns the number for 16 random bits: a sign, a fraction, and bits whose
 * leading zeros select the binade. */
static inline uint16_t
random16_pick (const struct random16 *r, uint16_t bits)
{
  const uint32_t rest = bits & 0x7fff;
  const uint32_t last = UINT32_C (1) << (r->fraction);
  const uint32_t pick = rest >> r->fraction << (32 - (r->binades - 1));
  const uint32_t end = UINT32_C (1) << (31 - (r->binades - 1));
  const uint32_t binade = (uint32_t)__builtin_clz (pick | end);

  return (uint16_t)((bits & 0x8000) | (r->one - ((binade + 1) << r->fraction))
                    | (rest & (last - 1)));
}

/* The number of these floats, of both signs. */
static inline uint32_t
random16_count (const struct random16 *r)
{
  return 2 * (uint32_t)(r->one - r->lowest);
}

/* Their ranks, from the least to the largest. */
static inline uint32_t
random16_rank (const struct random16 *r, uint16_t bits)
{
  const uint32_t half = random16_count (r) / 2;
  const uint32_t above = (uint32_t)(bits & 0x7fff) - r->lowest;

  return (bits & 0x8000) != 0 ? half - 1 - above : half + above;
}

static inline uint16_t
random16_at (const struct random16 *r, uint32_t place)
{
  const uint32_t half = random16_count (r) / 2;

  return place < half ? (uint16_t)(0x8000 | (r->lowest + (half - 1 - place)))
                      : (uint16_t)(r->lowest + (place - half));
}

#endif /* MATMUL_RANDOM16_H */
