/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Elements of f32 and bf16 in the loops of CPU variants.  The type is a
 * constant in each call, so that the compiler makes a loop of vectors for each.
 */
#ifndef CPU_FLOATS_H
#define CPU_FLOATS_H

#include <string.h>

#include <gkhost/family-elements.h>

#define CONSTANT static inline __attribute__ ((always_inline))

CONSTANT float
float_at (gk_dtype dtype, const void *first, int64_t i)
{
  uint32_t bits;
  float x;

  if (dtype == GK_F32)
    return ((const float *)first)[i];
  bits = (uint32_t)((const uint16_t *)first)[i] << 16;
  memcpy (&x, &bits, sizeof x);
  return x;
}

CONSTANT void
put_float (gk_dtype dtype, void *first, int64_t i, float x)
{
  if (dtype == GK_F32)
    ((float *)first)[i] = x;
  else
    ((uint16_t *)first)[i] = gk_bfloat_bits (x);
}

#endif
