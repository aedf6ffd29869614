/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>
#include <stdbool.h>

#include <gkhost/family-elements.h>

#include "bounds.h"
#include "matmul/number.h"
#include "wide.h"

/* True when products of short floats are summed in fewer bits than f32, which a
 * variant declares by its precision. */
static bool
adds_in_few_bits (gk_dtype factors, double precision)
{
  return gk_is_short_float (factors) && precision > bounds_precision (factors);
}

/* True where one product may be much larger than all others of its sum. */
static bool
has_large_products (gk_data data)
{
  return data == GK_DATA_WIDE || data == GK_DATA_HEAVY;
}

/* The part of the bound that grows with the length of a sum. */
static double
of_length (gk_dtype factors, int64_t n, double precision, gk_data data)
{
  const bool few
      = has_large_products (data) && adds_in_few_bits (factors, precision);

  return (few ? precision : fmin (precision, 0x1p-24)) * sqrt ((double)n);
}

/* The part of the bound for truncation in matrix units. */
static double
cut_off (gk_dtype factors, int64_t n)
{
  const bool by_matrix_unit = gk_is_short_float (factors) || factors == GK_TF32;

  return by_matrix_unit ? 0x1p-26 * (double)n : 0;
}

double
bounds_precision (gk_dtype factors)
{
  return gk_is_short_float (factors) ? 0x1p-20 : number_roundoff (factors);
}

double
bounds_of_element (gk_dtype factors, int64_t n, double precision, gk_data data)
{
  const double apart = has_large_products (data)
                           ? 3 * of_length (factors, n, precision, data)
                           : 0;

  return fmin (((double)n + 1) * precision, 8 * precision + apart)
         + cut_off (factors, n);
}

double
bounds_of_row (gk_dtype factors, int64_t n, double precision, gk_data data)
{
  return fmin (8 * precision + 4 * of_length (factors, n, precision, data)
                   + cut_off (factors, n),
               0x1p-4);
}

double
bounds_of_rounding (gk_dtype result, double exact)
{
  return number_bytes (result) == 2 ? number_roundoff (result) * fabs (exact)
                                    : 0;
}

double
bounds_below_normal (gk_dtype factors, gk_dtype result, int64_t n,
                     double precision, gk_data data)
{
  const struct wide wide = wide_of (factors, n);
  const double normal = factors == GK_F64 ? 0x1p-1022 : 0x1p-126;

  if (result == GK_F16)
    return 0x1p-24 * (adds_in_few_bits (factors, precision) ? (double)n : 1);
  if (data < GK_DATA_WIDE)
    return 0;
  return 2 * (double)n * normal * (wide_end (&wide) + 1);
}
