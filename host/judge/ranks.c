/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>

#include "judge/ranks.h"

/* Standard deviations of the test's statistic that are met by chance less than
 * once in 10,000 times. */
static const double clear = 3.72;

static double
least_of (const double *seconds, size_t n)
{
  double least = seconds[0];

  for (size_t i = 1; i < n; i++)
    least = fmin (least, seconds[i]);
  return least;
}

/* The least of each of at most so many groups, in the order taken; returns how
 * many. */
static size_t
leasts (const struct samples *s, double least[RANKS_LEAST])
{
  size_t groups = s->n < RANKS_LEAST ? s->n : RANKS_LEAST;

  for (size_t g = 0; g < groups; g++) {
    size_t from = g * s->n / groups, end = (g + 1) * s->n / groups;

    least[g] = least_of (s->seconds + from, end - from);
  }
  return groups;
}

/* The U test (Mann, Whitney 1947): in how many of all pairs the sample is the
 * longer one, in standard deviations from the half of them. */
static double
u_test (const double *a, size_t n_a, const double *b, size_t n_b, double margin)
{
  const double n = (double)n_a, m = (double)n_b;
  double longer = 0;

  for (size_t i = 0; i < n_a; i++)
    for (size_t j = 0; j < n_b; j++)
      longer += a[i] - margin > b[j] ? 1 : a[i] - margin == b[j] ? 0.5 : 0;
  return (longer - n * m / 2) / sqrt (n * m * (n + m + 1) / 12);
}

enum excess
ranks_excess (const struct samples *samples, const struct samples *control,
              double margin)
{
  double a[RANKS_LEAST], b[RANKS_LEAST];
  size_t n = leasts (samples, a), m = leasts (control, b);

  if (n == 0 || m == 0 || least_of (a, n) - least_of (b, m) <= margin)
    return EXCESS_NONE;
  return u_test (a, n, b, m, margin) > clear ? EXCESS_CLEAR : EXCESS_UNCLEAR;
}
