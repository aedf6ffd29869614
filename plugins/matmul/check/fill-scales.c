/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "fill-scales.h"
#include "matmul/half.h"
#include "matmul/scales.h"
#include "vary/changes.h"

/* The numbers of changes_random behind those of varied.c. */
enum { OF_SCALES = 8 };

enum { WIDE_EXPONENTS = 30, WIDE_EXPONENTS_F16 = 8 };

/* The bits of 1, and of its exponent's lowest bit. */
static const uint32_t one = 0x3f800000, exponent = 0x00800000;

/* The bits of a scale. */
static uint32_t
scale_of (const gk_matmul *p, gk_data data, uint32_t random)
{
  const uint32_t exponents
      = p->dtype_c == GK_F16 ? WIDE_EXPONENTS_F16 : WIDE_EXPONENTS;

  switch (data) {
  case GK_DATA_EXACT:
    return one + (random & 1) * exponent;
  case GK_DATA_WIDE:
    return one - random % (exponents + 1) * exponent;
  default:
    return one - 1 - random % (2 * exponent);
  }
}

static void
fill_one (const gk_host *host, const gk_matmul *p, gk_data data, uint64_t seed,
          int64_t count, float *to)
{
  host->random (host, to, (size_t)count * sizeof *to, seed);
  for (int64_t i = 0; i < count; i++)
    to[i] = half_float_of (scale_of (p, data, half_bits_of (to[i])));
}

void
fill_scales (const gk_host *host, const gk_matmul *p, gk_data data,
             uint64_t seed, uint64_t generation, void *const to[2])
{
  for (uint32_t b = 0; b < 2; b++) {
    uint64_t own;

    changes_random (host, seed, generation, OF_SCALES + b, &own, 1);
    fill_one (host, p, data, own, matmul_scales_of (p, b != 0).count, to[b]);
  }
}
