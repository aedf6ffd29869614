/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>

#include "bounds.h"
#include "number.h"

/* What sums lose for being long, if they are made in f32 or better. */
static double
of_length (int64_t n, double precision)
{
  return fmin (precision, 0x1p-24) * sqrt ((double)n);
}

/* What matrix units cut off in sums of n products. */
static double
cut_off (gk_dtype factors, int64_t n)
{
  const bool by_matrix_unit
      = factors == GK_F16 || factors == GK_BF16 || factors == GK_TF32;

  return by_matrix_unit ? 0x1p-26 * (double)n : 0;
}

double
bounds_precision (gk_dtype factors)
{
  return number_bytes (factors) == 2 ? 0x1p-20 : number_roundoff (factors);
}

double
bounds_of_element (gk_dtype factors, int64_t n, double precision, gk_data data)
{
  const double apart = data == GK_DATA_WIDE ? 3 * of_length (n, precision) : 0;

  return fmin (((double)n + 1) * precision, 8 * precision + apart)
         + cut_off (factors, n);
}

double
bounds_of_row (gk_dtype factors, int64_t n, double precision)
{
  return fmin (8 * precision + 4 * of_length (n, precision)
                   + cut_off (factors, n),
               0x1p-4);
}

double
bounds_of_rounding (gk_dtype result, double exact)
{
  return number_bytes (result) == 2 ? number_roundoff (result) * fabs (exact)
                                    : 0;
}
