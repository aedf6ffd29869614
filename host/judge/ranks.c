/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>

#include "judge/ranks.h"

/* Standard deviations of the test's statistic that are met by chance less than
 * once in 10,000 times. */
static const double clear = 3.72;

/* The U test (Mann, Whitney 1947) of samples less the margin against the
 * control: in how many of all pairs the sample is the longer one. */
enum excess
ranks_excess (const struct samples *samples, const struct samples *control,
              double margin)
{
  const double n = (double)samples->n, m = (double)control->n;
  double longer = 0, z;

  if (n == 0 || m == 0)
    return EXCESS_NONE;
  for (size_t i = 0; i < samples->n; i++)
    for (size_t j = 0; j < control->n; j++) {
      double more = samples->seconds[i] - margin - control->seconds[j];

      longer += more > 0 ? 1 : more == 0 ? 0.5 : 0;
    }
  z = (longer - n * m / 2) / sqrt (n * m * (n + m + 1) / 12);
  return z > clear ? EXCESS_CLEAR : z > 0 ? EXCESS_UNCLEAR : EXCESS_NONE;
}
