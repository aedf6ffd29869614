/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdbool.h>
#include <string.h>

#include <gkhost/family-elements.h>

#include "bits.h"
#include "exact.h"
#include "matmul/number.h"
#include "random-short.h"
#include "ring.h"
#include "wide.h"

/* Random floats of 8 and 16 bits lie on no uniform grid. */
static bool
is_by_binade (const struct ring *ring)
{
  return ring->data == GK_DATA_RANDOM && gk_is_short_float (ring->dtype);
}

/* Wide floats don't, either: the ring has each of their bit patterns. */
static bool
is_wide (const struct ring *ring)
{
  return ring->data == GK_DATA_WIDE;
}

/* Nor do those of the shapes in fill-shape.h: sign and fraction of a number are
 * a ring, for each exponent. */
static bool
keeps_exponent (const struct ring *ring)
{
  return ring->data > GK_DATA_WIDE;
}

/* A float is scale * place - offset, without rounding. */
struct ring_grid {
  double scale, offset;
  uint64_t size;
};

static struct ring_grid
grid_of (const struct ring *ring)
{
  const double roundoff = ring->dtype == GK_TF32
                              ? number_roundoff (GK_F32)
                              : number_roundoff (ring->dtype);

  if (ring->data == GK_DATA_EXACT) {
    const int64_t q = exact_range (ring->dtype, ring->inner);

    return (struct ring_grid){ 1, (double)q, 2 * (uint64_t)q + 1 };
  }
  return (struct ring_grid){ 2 * roundoff, 1, (uint64_t)(1 / roundoff) };
}

uint64_t
ring_size (const struct ring *ring)
{
  if (number_is_integer (ring->dtype))
    return UINT64_C (1) << 8 * number_bytes (ring->dtype);
  if (is_wide (ring)) {
    const struct wide w = wide_of (ring->dtype, ring->inner);

    return wide_count (&w);
  }
  if (keeps_exponent (ring)) {
    const struct wide w = wide_of (ring->dtype, ring->inner);

    return UINT64_C (2) << w.fraction;
  }
  if (is_by_binade (ring)) {
    const struct random_short r = random_short_of (ring->dtype);

    return random_short_count (&r);
  }
  return grid_of (ring).size;
}

static void
add_to_integer (const struct ring *ring, void *at, uint64_t shift)
{
  uint32_t word;
  uint8_t byte;

  if (number_bytes (ring->dtype) == sizeof byte) {
    memcpy (&byte, at, sizeof byte);
    byte = (uint8_t)(byte + shift);
    memcpy (at, &byte, sizeof byte);
    return;
  }
  memcpy (&word, at, sizeof word);
  word += (uint32_t)shift;
  memcpy (at, &word, sizeof word);
}

static void
add_by_binade (const struct ring *ring, void *at, uint64_t shift)
{
  const struct random_short r = random_short_of (ring->dtype);
  const unsigned element = number_bytes (ring->dtype);
  const uint32_t rank
      = random_short_rank (&r, (uint16_t)bits_get (at, element));

  bits_put (at, element,
            random_short_at (
                &r, (uint32_t)((rank + shift) % random_short_count (&r))));
}

static void
add_to_wide (const struct ring *ring, void *at, uint64_t shift)
{
  const struct wide w = wide_of (ring->dtype, ring->inner);
  const unsigned element = number_bytes (ring->dtype);
  const uint64_t bits = bits_get (at, element);

  bits_put (at, element,
            wide_at (&w, (wide_rank (&w, bits) + shift) % wide_count (&w)));
}

/* Zero has the place of 1/2, which has that of zero. */
static uint64_t
exchange_zero (const struct wide *w, uint64_t bits)
{
  const uint64_t half = (uint64_t)(w->bias - 1) << w->fraction;

  return bits == 0 ? half : bits == half ? 0 : bits;
}

static void
add_to_fraction (const struct ring *ring, void *at, uint64_t shift)
{
  const struct wide w = wide_of (ring->dtype, ring->inner);
  const unsigned element = number_bytes (ring->dtype);
  const uint64_t fractions = (UINT64_C (1) << w.fraction) - 1;
  const int to_sign = w.exponent;
  const uint64_t bits = exchange_zero (&w, bits_get (at, element));
  const uint64_t sign = UINT64_C (1) << (w.fraction + to_sign);
  const uint64_t place
      = (bits & fractions) + ((bits & sign) >> to_sign) + shift;

  bits_put (at, element,
            exchange_zero (&w, (bits & ~(fractions | sign))
                                   | (place & fractions)
                                   | (place << to_sign & sign)));
}

void
ring_add (const struct ring *ring, void *at, uint64_t shift)
{
  if (number_is_integer (ring->dtype))
    add_to_integer (ring, at, shift);
  else if (is_wide (ring))
    add_to_wide (ring, at, shift);
  else if (keeps_exponent (ring))
    add_to_fraction (ring, at, shift);
  else if (is_by_binade (ring))
    add_by_binade (ring, at, shift);
  else {
    const struct ring_grid g = grid_of (ring);
    const double place = (number_at (ring->dtype, at) + g.offset) / g.scale;

    number_put (ring->dtype, at,
                g.scale * (double)(((uint64_t)place + shift) % g.size)
                    - g.offset);
  }
}
