/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>

#include "base/student.h"

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
