/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>

#include "judge/ranks.h"

/* Returns the least of group g, of so many samples. */
static double
group_minimum (const struct samples *s, size_t g, size_t size)
{
  double least = s->seconds[g * size];

  for (size_t i = 1; i < size; i++)
    least = fmin (least, s->seconds[g * size + i]);
  return least;
}

/* The U test (Mann, Whitney 1947) counts the pairs in which the sample is the
 * longer one.  Groups have one size for both: the least of a larger group would
 * be smaller. */
double
ranks_excess (const struct samples *samples, const struct samples *control,
              double margin)
{
  size_t few = samples->n < control->n ? samples->n : control->n;
  size_t size = few > RANKS_GROUPS ? few / RANKS_GROUPS : 1;
  size_t n = samples->n / size, m = control->n / size;
  double longer = 0, pairs = (double)n * (double)m;

  if (few == 0)
    return -INFINITY;
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < m; j++) {
      double more = group_minimum (samples, i, size) - margin
                    - group_minimum (control, j, size);

      longer += more > 0 ? 1 : more == 0 ? 0.5 : 0;
    }
  return (longer - pairs / 2) / sqrt (pairs * (double)(n + m + 1) / 12);
}
