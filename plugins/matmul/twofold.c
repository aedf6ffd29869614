/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>

#include "clones.h"
#include "twofold.h"

/* One product onto each of the sums. */
static inline __attribute__ ((always_inline)) void
add_one (struct twofold *s, double factor, const double *column)
{
#pragma omp simd
  for (int c = 0; c < GROUP; c++) {
    const double product = factor * column[c];
    const double lost = fma (factor, column[c], -product);
    const double sum = s->high[c] + product;
    const double added = sum - s->high[c];
    const double rest = s->high[c] - (sum - added) + (product - added);

    s->high[c] = sum;
    s->low[c] += lost + rest;
    s->magnitude[c] += fabs (product);
    s->square[c] += product * product;
  }
}

MATMUL_CLONES void
twofold_add (struct twofold *sums, const double *row,
             const double (*columns)[GROUP], int n)
{
  struct twofold s = *sums;

  for (int l = 0; l < n; l++)
    add_one (&s, row[l], columns[l]);
  *sums = s;
}
