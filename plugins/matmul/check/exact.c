/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>

#include <gkhost/family-elements.h>

#include "exact.h"
#include "matmul/number.h"
#include "update.h"

/* The largest sum.  Of factors of 8 bits C may be bf16.  In f32 it is the last
 * integer before gaps begin.  In f64 it could be 2^53; but the check compares
 * residues modulo 2^32, which identify a sum below 2^31, and that is far more
 * than f32 holds exactly. */
static double
largest_sum (gk_dtype dtype)
{
  switch (dtype) {
  case GK_F8_E4M3:
  case GK_F8_E5M2:
  case GK_BF16:
    return 0x1p8;
  case GK_F16:
    return 0x1p11;
  case GK_F64:
    return 0x1p31 - 1;
  default:
    return 0x1p24;
  }
}

/* The largest input.  2^8 is exact in TF32, f16 and bf16 too, so a variant that
 * multiplies in these can pass; 8 is in floats of 8 bits. */
static double
largest_input (gk_dtype dtype)
{
  return number_is_byte (dtype) ? 8 : dtype == GK_F64 ? 0x1p15 : 0x1p8;
}

int64_t
exact_inner (const gk_matmul *problem, bool bias)
{
  return problem->scales == GK_SCALES_NONE ? update_drawn_inner (problem, bias)
                                           : 4 * problem->n;
}

int64_t
exact_range (gk_dtype dtype, int64_t n)
{
  const double q = floor (sqrt (largest_sum (dtype) / (double)n));

  if (gk_is_short_float (dtype) && q < 1)
    return 1;
  return (int64_t)fmin (q, largest_input (dtype));
}

double
exact_share (gk_dtype dtype, int64_t n)
{
  const double sum = largest_sum (dtype);

  if (!gk_is_short_float (dtype) || (double)n <= sum)
    return 0;
  return fmin (sum / 10 / sqrt ((double)n), 2. / 3);
}

bool
exact_for (gk_dtype dtype, int64_t n, double precision)
{
  const double q = (double)exact_range (dtype, n);
  const double sum
      = gk_is_short_float (dtype) ? largest_sum (dtype) : (double)n * q * q;
  const double holds = precision < 0x1p-24 ? 0x1p53 : 0x1p24;

  return q > 0 && q <= 1 / precision && sum <= holds;
}
