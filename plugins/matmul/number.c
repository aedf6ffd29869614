/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <gkhost/family-elements.h>

#include "clones.h"
#include "half.h"
#include "number.h"

unsigned
number_bytes (gk_dtype dtype)
{
  return gk_element_bytes (dtype);
}

bool
number_is_integer (gk_dtype dtype)
{
  return gk_is_integer (dtype);
}

bool
number_is_byte (gk_dtype dtype)
{
  return dtype == GK_F8_E4M3 || dtype == GK_F8_E5M2;
}

gk_dtype
number_of_product (gk_dtype dtype)
{
  if (number_is_byte (dtype))
    return GK_BF16;
  if (dtype == GK_I8 || dtype == GK_U8)
    return GK_I32;
  return dtype == GK_TF32 ? GK_F32 : dtype;
}

double
number_roundoff (gk_dtype dtype)
{
  return gk_power_of_two (-gk_significant_bits (dtype));
}

double
number_at (gk_dtype dtype, const void *at)
{
  return gk_number (dtype, at, 0);
}

void
number_put (gk_dtype dtype, void *at, double number)
{
  if (gk_is_integer (dtype))
    gk_put_integer (dtype, at, 0, (uint64_t)(int64_t)number);
  else
    gk_put_number (dtype, at, 0, number);
}

/* dtype: a constant in each call. */
static inline __attribute__ ((always_inline)) void
floats_of (gk_dtype dtype, const void *from, int n, float *to)
{
#pragma omp simd
  for (int i = 0; i < n; i++)
    to[i] = dtype == GK_I8   ? ((const int8_t *)from)[i]
            : dtype == GK_U8 ? ((const uint8_t *)from)[i]
                             : half_element (dtype, from, i);
}

MATMUL_CLONES static const float *
convert_floats (gk_dtype dtype, const void *from, int n, float *to)
{
  switch (dtype) {
  case GK_I8:
    floats_of (GK_I8, from, n, to);
    return to;
  case GK_U8:
    floats_of (GK_U8, from, n, to);
    return to;
  case GK_F16:
    floats_of (GK_F16, from, n, to);
    return to;
  case GK_BF16:
    floats_of (GK_BF16, from, n, to);
    return to;
  case GK_F8_E4M3:
    floats_of (GK_F8_E4M3, from, n, to);
    return to;
  case GK_F8_E5M2:
    floats_of (GK_F8_E5M2, from, n, to);
    return to;
  default:
    return from;
  }
}

const float *
number_floats (gk_dtype dtype, const void *from, int n, float *room)
{
  return convert_floats (dtype, from, n, room);
}

MATMUL_CLONES static void
f16_of_floats (const float *from, int n, uint16_t *to)
{
#pragma omp simd
  for (int i = 0; i < n; i++)
    to[i] = half_to_f16 (from[i]);
}

MATMUL_CLONES static void
bf16_of_floats (const float *from, int n, uint16_t *to)
{
#pragma omp simd
  for (int i = 0; i < n; i++)
    to[i] = half_to_bf16 (from[i]);
}

static void
bytes_of_floats (gk_dtype dtype, const float *from, int n, uint8_t *to)
{
  for (int i = 0; i < n; i++)
    to[i] = gk_byte_bits (dtype, from[i]);
}

void
number_of_floats (gk_dtype dtype, const float *from, int n, void *to)
{
  if (number_is_byte (dtype))
    bytes_of_floats (dtype, from, n, to);
  else if (dtype == GK_F16)
    f16_of_floats (from, n, to);
  else
    bf16_of_floats (from, n, to);
}
