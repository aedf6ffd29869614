/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>
#include <stdlib.h>

#include "judge/stats.h"

static int
compare (const void *left, const void *right)
{
  double a = *(const double *)left, b = *(const double *)right;

  return (a > b) - (a < b);
}

/* The value at a place between ranks (from 0), in a straight line between its
 * neighbours; places outside are the ends. */
static double
at (const double *sorted, size_t n, double place)
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

/* How many of n samples lie below the true median is binomial with a standard
 * deviation of sqrt (n) / 2, so the ranks that far from the middle enclose it
 * as one standard error does: no assumption on the shape is needed. */
static double
median_error (const double *sorted, size_t n)
{
  double middle = (double)(n - 1) / 2, off = sqrt ((double)n) / 2;

  if (n == 1)
    return INFINITY; /* one sample says nothing of its own error */
  return (at (sorted, n, middle + off) - at (sorted, n, middle - off)) / 2;
}

/* A clock too coarse to see the kernel gives a median of zero. */
static double
relative (double width, double median)
{
  if (width == 0)
    return 0;
  return median > 0 ? width / median : INFINITY;
}

static void
set_moments (struct stats *stats, const double *sample, size_t n)
{
  double sum = 0, squares = 0;

  for (size_t i = 0; i < n; i++)
    sum += sample[i];
  stats->mean = sum / (double)n;
  for (size_t i = 0; i < n; i++) {
    double off = sample[i] - stats->mean;

    squares += off * off;
  }
  stats->stddev = n > 1 ? sqrt (squares / (double)(n - 1)) : 0;
}

void
stats_of (struct stats *stats, double *sample, size_t n)
{
  double last = (double)(n - 1), quartiles;

  qsort (sample, n, sizeof sample[0], compare);
  stats->samples = n;
  stats->min = sample[0];
  stats->max = sample[n - 1];
  stats->median = at (sample, n, last / 2);
  set_moments (stats, sample, n);
  quartiles = at (sample, n, 0.75 * last) - at (sample, n, 0.25 * last);
  stats->spread = relative (quartiles / 2, stats->median);
  stats->error = relative (median_error (sample, n), stats->median);
}
