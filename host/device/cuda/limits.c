/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "device/cuda/limits.h"

/* From the arithmetic throughput table of CUDA's programming guide, a
 * multiply-add counted as two.  f64 is the faster of the plain and the matrix
 * unit, both being exact binary64; f32 is the plain unit, since no matrix unit
 * multiplies full binary32.  A device that is not here has no known limit,
 * which is better than a wrong one. */
static const struct {
  unsigned char capability;
  unsigned short i32, f32, f64;
} table[] = {
  { 75, 128, 128, 4 }, { 80, 128, 128, 128 }, { 86, 128, 256, 4 },
  { 87, 128, 256, 4 }, { 89, 128, 256, 4 },   { 90, 128, 256, 256 },
};

unsigned
cuda_ops_per_clock (unsigned capability, gk_op_class op_class)
{
  for (unsigned i = 0; i < sizeof table / sizeof table[0]; i++) {
    if (table[i].capability != capability)
      continue;
    switch (op_class) {
    case GK_OPS_I32:
      return table[i].i32;
    case GK_OPS_F32:
      return table[i].f32;
    case GK_OPS_F64:
      return table[i].f64;
    case GK_OPS_NONE:
      return 0;
    }
  }
  return 0;
}
