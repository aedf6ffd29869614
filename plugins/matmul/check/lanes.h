/* SPDX-License-Identifier: BSD-3-Clause
 *
 * GROUP numbers side by side, which the compiler keeps in a register, or in as
 * many as the machine needs.  Of a loop over GROUP numbers that are converted
 * it makes narrower vectors.
 */
#ifndef MATMUL_LANES_H
#define MATMUL_LANES_H

#include <stdint.h>
#include <string.h>

#include <gkhost/plugin.h>

#include "double-double.h"

typedef double lanes __attribute__ ((vector_size (8 * GROUP)));
typedef int64_t lanes_bits __attribute__ ((vector_size (8 * GROUP)));
typedef float lanes_f32 __attribute__ ((vector_size (4 * GROUP)));
typedef uint32_t lanes_u32 __attribute__ ((vector_size (4 * GROUP)));
typedef uint16_t lanes_u16 __attribute__ ((vector_size (2 * GROUP)));

/* Lanes anywhere in memory. */
typedef double lanes_in_memory
    __attribute__ ((vector_size (8 * GROUP), aligned (8), may_alias));

static inline __attribute__ ((always_inline)) void
lanes_magnitude (lanes *to, const lanes *x)
{
  *to = (lanes)((lanes_bits)*x & INT64_MAX);
}

/* half_f16 of lanes. */
static inline __attribute__ ((always_inline)) void
lanes_of_f16 (lanes_f32 *to, const lanes_u32 *bits)
{
  const lanes_u32 rest = (*bits & 0x7fff) << 13;
  const lanes_u32 finite = (lanes_u32)((lanes_f32)rest * 0x1p112F);
  const lanes_u32 is_special = (lanes_u32)(rest >= UINT32_C (0x0f800000));

  *to = (lanes_f32)((*bits & 0x8000) << 16
                    | (is_special & (rest | UINT32_C (0x7f800000)))
                    | (~is_special & finite));
}

/* Loads elements [l, l + GROUP) of a row of floats. dtype: a constant in each
 * call. */
static inline __attribute__ ((always_inline)) void
lanes_load (gk_dtype dtype, const void *row, int l, lanes *to)
{
  lanes_u16 halves;
  lanes_u32 bits;
  lanes_f32 floats;

  switch (dtype) {
  case GK_F64:
    *to = *(const lanes_in_memory *)((const double *)row + l);
    return;
  case GK_F16:
  case GK_BF16:
    memcpy (&halves, (const uint16_t *)row + l, sizeof halves);
    bits = __builtin_convertvector(halves, lanes_u32);
    if (dtype == GK_F16)
      lanes_of_f16 (&floats, &bits);
    else
      floats = (lanes_f32)(bits << 16);
    break;
  default:
    memcpy (&floats, (const float *)row + l, sizeof floats);
  }
  *to = __builtin_convertvector(floats, lanes);
}

#endif /* MATMUL_LANES_H */
