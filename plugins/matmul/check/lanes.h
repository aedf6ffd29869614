/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Four numbers side by side, which the compiler keeps in a register, or in two
 * where the machine has shorter ones.  Eight took four times as long where a
 * register holds four (GCC 12, AVX2).  Of a loop over numbers that are
 * converted GCC makes vectors that are too short.
 */
#ifndef MATMUL_LANES_H
#define MATMUL_LANES_H

#include <stdint.h>

#include <gkhost/plugin.h>

enum { LANES = 4 };

typedef double lanes __attribute__ ((vector_size (8 * LANES)));
typedef int64_t lanes_bits __attribute__ ((vector_size (8 * LANES)));
typedef float lanes_f32 __attribute__ ((vector_size (4 * LANES)));
typedef uint32_t lanes_u32 __attribute__ ((vector_size (4 * LANES)));

/* Lanes anywhere in memory. */
typedef double lanes_in_memory
    __attribute__ ((vector_size (8 * LANES), aligned (8), may_alias));

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

/* Converts numbers that are side by side.  Of a list the compiler makes one
 * instruction, of a loop or __builtin_convertvector several. */
#define LANES_OF(x)                                                            \
  {                                                                            \
    (x)[0], (x)[1], (x)[2], (x)[3]                                             \
  }

/* Loads elements [l, l + LANES) of a row of floats. dtype: a constant in each
 * call. */
static inline __attribute__ ((always_inline)) void
lanes_load (gk_dtype dtype, const void *row, int l, lanes *to)
{
  const uint16_t *halves = (const uint16_t *)row + l;
  const float *singles = (const float *)row + l;

  if (dtype == GK_F64)
    *to = *(const lanes_in_memory *)((const double *)row + l);
  else if (dtype == GK_F16 || dtype == GK_BF16) {
    const lanes_u32 bits = LANES_OF (halves);
    lanes_f32 floats = (lanes_f32)(bits << 16);

    if (dtype == GK_F16)
      lanes_of_f16 (&floats, &bits);
    *to = (lanes)LANES_OF (floats);
  } else
    *to = (lanes)LANES_OF (singles);
}

#endif /* MATMUL_LANES_H */
