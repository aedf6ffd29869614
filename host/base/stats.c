/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/stats.h"
#include "base/xalloc.h"

int
compare_reals (const void *left, const void *right)
{
  double a = *(const double *)left, b = *(const double *)right;

  return (a > b) - (a < b);
}

int
compare_integers (const void *left, const void *right)
{
  int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;

  return (a > b) - (a < b);
}

double *
numbers_sorted (const double *number, size_t n)
{
  double *sorted = xmalloc (n * sizeof *sorted);

  memcpy (sorted, number, n * sizeof *sorted);
  qsort (sorted, n, sizeof *sorted, compare_reals);
  return sorted;
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

double
numbers_median (const double *number, size_t n)
{
  double *sorted, median;

  if (n == 0)
    return (double)NAN;
  sorted = numbers_sorted (number, n);
  median = sorted_median (sorted, n);
  free (sorted);
  return median;
}

/* P(-t < x < t) is a finite series in cos(atan(t / sqrt(freedom))): Abramowitz
 * and Stegun, Handbook of Mathematical Functions, 26.7.3 and 26.7.4. */
static double
probability_within (double t, int freedom)
{
  const double pi = acos (-1), angle = atan (t / sqrt (freedom));
  const double square = cos (angle) * cos (angle);
  const int odd = freedom % 2;
  double term = odd ? cos (angle) : 1, sum = 0;

  for (int i = odd + 2; i <= freedom; i += 2) {
    sum += term;
    term *= square * (i - 1) / i;
  }
  return odd ? 2 / pi * (angle + sin (angle) * sum) : sin (angle) * sum;
}

double
student_probability_above (double t, int freedom)
{
  return t < 0 ? 1 - student_probability_above (-t, freedom)
               : (1 - probability_within (t, freedom)) / 2;
}

double
student_bound (double probability, int freedom)
{
  double low = 0, high = 1;

  while (student_probability_above (high, freedom) > probability && high < 1e12)
    high *= 2;
  while (high - low > 1e-9 * high) {
    double middle = (low + high) / 2;

    if (student_probability_above (middle, freedom) > probability)
      low = middle;
    else
      high = middle;
  }
  return high;
}
