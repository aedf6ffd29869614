/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <string.h>

#include "element.h"
#include "fill.h"

/* Bytes of one step of a parallel loop. */
enum { PIECE = 1 << 16 };

/* Values that arithmetic, flushing of subnormals or a conversion would change,
 * as the upper bits of a float: sign, exponent and the first bits of the
 * fraction.  The other bits are a payload. */
enum odd {
  QUIET_NAN,
  SIGNALLING_NAN,
  NEGATIVE_QUIET_NAN,
  NEGATIVE_SIGNALLING_NAN,
  NEGATIVE_ZERO,
  SUBNORMAL,
  NEGATIVE_INFINITY,
  N_ODD
};

static uint64_t
odd_bits (enum odd odd, unsigned exponent_bits, unsigned fraction_bits)
{
  const uint64_t sign = UINT64_C (1) << (exponent_bits + fraction_bits);
  const uint64_t all_ones = ((UINT64_C (1) << exponent_bits) - 1)
                            << fraction_bits;
  const uint64_t quiet = UINT64_C (1) << (fraction_bits - 1);
  const uint64_t payload = UINT64_C (0x2a) >> (fraction_bits < 8 ? 1 : 0);

  switch (odd) {
  case QUIET_NAN:
    return all_ones | quiet | payload;
  case SIGNALLING_NAN:
    return all_ones | payload;
  case NEGATIVE_QUIET_NAN:
    return sign | all_ones | quiet | payload;
  case NEGATIVE_SIGNALLING_NAN:
    return sign | all_ones | payload;
  case NEGATIVE_ZERO:
    return sign;
  case SUBNORMAL:
    return payload;
  default:
    return sign | all_ones;
  }
}

static void
put_odd (gk_dtype dtype, enum odd odd, unsigned char *at)
{
  const uint32_t bytes = move_component (dtype);
  const unsigned exponent_bits = bytes == 8        ? 11
                                 : bytes == 4      ? 8
                                 : dtype == GK_F16 ? 5
                                                   : 8;
  const uint64_t bits
      = odd_bits (odd, exponent_bits, 8 * bytes - 1 - exponent_bits);

  for (uint32_t i = 0; i < bytes; i++)
    at[i] = (unsigned char)(bits >> (8 * i));
}

/* Returns the index of the element that the k-th odd value replaces: one in the
 * k-th part of n elements, so that no two share an element; it depends on the
 * seed. */
static uint64_t
odd_index (uint64_t seed, unsigned k, uint64_t n)
{
  const uint64_t part = n / N_ODD;
  uint64_t x = seed + (k + 1) * UINT64_C (0x9e3779b97f4a7c15);

  x = (x ^ (x >> 32)) * UINT64_C (0xd6e8feb86659fd93);
  x = (x ^ (x >> 32)) * UINT64_C (0xd6e8feb86659fd93);
  return k * part + (x ^ (x >> 32)) % part;
}

/* Each piece has a seed of its own, which host->random makes independent of all
 * others. */
static void
fill_pieces (const gk_host *host, gk_data data, uint64_t seed,
             unsigned char *src, uint64_t bytes)
{
#pragma omp parallel for if (bytes > WORTH_THREADS) schedule(static)
  for (uint64_t at = 0; at < bytes; at += PIECE) {
    const size_t n = bytes - at < PIECE ? bytes - at : PIECE;

    if (data == GK_DATA_ZERO)
      memset (src + at, 0, n);
    else
      host->random (host, src + at, n, seed + at / PIECE);
  }
}

void
move_fill (const gk_host *host, const struct move_shape *shape, gk_data data,
           uint64_t seed, void *src)
{
  unsigned char *bytes = src;
  const uint64_t n = (uint64_t)shape->rows * (uint64_t)shape->cols;
  const uint32_t component = move_component (shape->dtype);

  fill_pieces (host, data, seed, bytes, shape->src_bytes);
  /* In a matrix of a few elements they would replace most random ones. */
  if (data == GK_DATA_ZERO || component == 0 || n < 4 * N_ODD)
    return;
  for (unsigned k = 0; k < N_ODD; k++) {
    const uint64_t at = odd_index (seed, k, n),
                   row = at / (uint64_t)shape->cols;
    const uint64_t col = at % (uint64_t)shape->cols;
    const uint32_t part = k * component % shape->element;

    put_odd (shape->dtype, (enum odd)k,
             bytes + (row * (uint64_t)shape->src_pitch + col) * shape->element
                 + part);
  }
}
