/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "doubles.h"
#include "matmul/clones.h"
#include "matmul/number.h"

MATMUL_CLONES static void
widen (const float *f32, int n, double *f64)
{
#pragma omp simd
  for (int r = 0; r < n; r++)
    f64[r] = (double)f32[r];
}

const double *
doubles_of (const struct matrix *part, int r, int n, double room[PART_COLS])
{
  float floats[PART_COLS];

  if (part->dtype == GK_F64)
    return matrix_at (part, r, 0);
  widen (number_floats (part->dtype, matrix_at (part, r, 0), n, floats), n,
         room);
  return room;
}
