/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>

#include "base/sorted.h"

static int
compare_numbers (const void *left, const void *right)
{
  double a = *(const double *)left, b = *(const double *)right;

  return (a > b) - (a < b);
}

void
sort_numbers (double *number, size_t n)
{
  qsort (number, n, sizeof *number, compare_numbers);
}

double
sorted_at (const double *sorted, size_t n, double place)
{
  size_t below;

  if (place <= 0)
    return sorted[0];
  if (place >= (double)(n - 1))
    return sorted[n - 1];
  below = (size_t)place;
  return sorted[below]
         + (place - (double)below) * (sorted[below + 1] - sorted[below]);
}

double
sorted_median (const double *sorted, size_t n)
{
  return sorted_at (sorted, n, (double)(n - 1) / 2);
}
