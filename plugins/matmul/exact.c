/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>

#include "exact.h"

/* The largest sum.  In f32 that is the last integer before gaps begin.  In f64
 * it could be 2^53, but a sum under 2^31 is known from its residue modulo 2^32,
 * which is what is checked, while it is well over what f32 holds. */
static const double f32_sum = 0x1p24;
static const double f64_sum = 0x1p31 - 1;

/* The largest input.  2^8 is exact in TF32, f16 and bf16 also, so that a
 * variant that multiplies in these can pass. */
static const double f32_input = 0x1p8;
static const double f64_input = 0x1p15;

int64_t
exact_range (gk_dtype dtype, int64_t n)
{
  const double sum = dtype == GK_F32 ? f32_sum : f64_sum;
  const double input = dtype == GK_F32 ? f32_input : f64_input;

  return (int64_t)fmin (floor (sqrt (sum / (double)n)), input);
}

bool
exact_for (gk_dtype dtype, int64_t n, double precision)
{
  const double q = (double)exact_range (dtype, n);
  const double holds = precision < 0x1p-24 ? 0x1p53 : 0x1p24;

  return q > 0 && q <= 1 / precision && (double)n * q * q <= holds;
}
