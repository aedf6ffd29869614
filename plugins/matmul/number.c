/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <string.h>

#include "clones.h"
#include "half.h"
#include "number.h"

unsigned
number_bytes (gk_dtype dtype)
{
  switch (dtype) {
  case GK_I8:
  case GK_U8:
    return 1;
  case GK_F16:
  case GK_BF16:
    return 2;
  case GK_F64:
    return 8;
  default:
    return 4;
  }
}

bool
number_is_integer (gk_dtype dtype)
{
  return dtype == GK_I8 || dtype == GK_U8 || dtype == GK_I32;
}

gk_dtype
number_of_product (gk_dtype dtype)
{
  if (dtype == GK_I8 || dtype == GK_U8)
    return GK_I32;
  return dtype == GK_TF32 ? GK_F32 : dtype;
}

double
number_roundoff (gk_dtype dtype)
{
  switch (dtype) {
  case GK_BF16:
    return 0x1p-8;
  case GK_F16:
  case GK_TF32:
    return 0x1p-11;
  case GK_F32:
    return 0x1p-24;
  default:
    return 0x1p-53;
  }
}

/* An element of any of these types. */
union element {
  int8_t i8;
  uint8_t u8;
  int32_t i32;
  uint16_t bits;
  float f32;
  double f64;
};

double
number_at (gk_dtype dtype, const void *at)
{
  union element e;

  memcpy (&e, at, number_bytes (dtype));
  switch (dtype) {
  case GK_I8:
    return e.i8;
  case GK_U8:
    return e.u8;
  case GK_I32:
    return e.i32;
  case GK_F16:
    return (double)half_f16 (e.bits);
  case GK_BF16:
    return (double)half_bf16 (e.bits);
  case GK_F64:
    return e.f64;
  default:
    return (double)e.f32;
  }
}

void
number_put (gk_dtype dtype, void *at, double number)
{
  union element e;

  switch (dtype) {
  case GK_I8:
    e.i8 = (int8_t)number;
    break;
  case GK_U8:
    e.u8 = (uint8_t)number;
    break;
  case GK_I32:
    e.i32 = (int32_t)number;
    break;
  case GK_F16:
    e.bits = half_to_f16 ((float)number);
    break;
  case GK_BF16:
    e.bits = half_to_bf16 ((float)number);
    break;
  case GK_F64:
    e.f64 = number;
    break;
  default:
    e.f32 = (float)number;
  }
  memcpy (at, &e, number_bytes (dtype));
}

MATMUL_CLONES static void
floats_of_i8 (const int8_t *from, int n, float *to)
{
#pragma omp simd
  for (int i = 0; i < n; i++)
    to[i] = from[i];
}

MATMUL_CLONES static void
floats_of_u8 (const uint8_t *from, int n, float *to)
{
#pragma omp simd
  for (int i = 0; i < n; i++)
    to[i] = from[i];
}

MATMUL_CLONES static void
floats_of_f16 (const uint16_t *from, int n, float *to)
{
#pragma omp simd
  for (int i = 0; i < n; i++)
    to[i] = half_f16 (from[i]);
}

MATMUL_CLONES static void
floats_of_bf16 (const uint16_t *from, int n, float *to)
{
#pragma omp simd
  for (int i = 0; i < n; i++)
    to[i] = half_bf16 (from[i]);
}

const float *
number_floats (gk_dtype dtype, const void *from, int n, float *room)
{
  switch (dtype) {
  case GK_I8:
    floats_of_i8 (from, n, room);
    return room;
  case GK_U8:
    floats_of_u8 (from, n, room);
    return room;
  case GK_F16:
    floats_of_f16 (from, n, room);
    return room;
  case GK_BF16:
    floats_of_bf16 (from, n, room);
    return room;
  default:
    return from;
  }
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

void
number_of_floats (gk_dtype dtype, const float *from, int n, void *to)
{
  if (dtype == GK_F16)
    f16_of_floats (from, n, to);
  else
    bf16_of_floats (from, n, to);
}
