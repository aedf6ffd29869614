/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/stats.h"
#include "base/xalloc.h"
#include "judge/samples.h"

/* ---- Statistics ---------------------------------------------------------- */

/* Fewer samples have too few ranks. */
enum { FEW = 6 };

/* Returns a quarter of the width of the confidence interval.  Its bounds are
 * order statistics, which assume no shape, where there are enough samples; else
 * they are Student's. */
static double
median_error (const struct stats *stats, const double *sorted,
              const double *sample, const struct slices *slices)
{
  size_t n = stats->samples;
  double middle = (double)(n - 1) / 2, off;

  if (n == 1)
    return INFINITY; /* one sample shows no error */
  if (n < FEW)
    return student_bound (0.025, (int)n - 1) * stats->stddev / sqrt ((double)n)
           / 2;
  off = slices_rank_offset (slices, sample, n, stats->median) * (double)n;
  return (sorted_at (sorted, n, middle + off)
          - sorted_at (sorted, n, middle - off))
         / 4;
}

/* The median is zero where the clock is too coarse for the kernel. */
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
stats_compute (struct stats *stats, const double *sample, size_t n,
               const struct slices *slices)
{
  double *sorted = numbers_sorted (sample, n), last = (double)(n - 1);
  double quartiles;

  stats->samples = n;
  stats->min = sorted[0];
  stats->max = sorted[n - 1];
  stats->median = sorted_median (sorted, n);
  set_moments (stats, sample, n);
  quartiles
      = sorted_at (sorted, n, 0.75 * last) - sorted_at (sorted, n, 0.25 * last);
  stats->spread = relative (quartiles / 2, stats->median);
  stats->error
      = relative (median_error (stats, sorted, sample, slices), stats->median);
  free (sorted);
}

/* ---- The list of samples --------------------------------------------------
 */

void
samples_add (struct samples *s, double seconds)
{
  s->seconds = xgrow (s->seconds, s->n, sizeof *s->seconds);
  s->seconds[s->n++] = seconds;
}

struct stats
samples_stats (const struct samples *s)
{
  const struct slices none = { 0 };
  struct stats stats;

  stats_compute (&stats, s->seconds, s->n, &none);
  return stats;
}

double
samples_median (const struct samples *s)
{
  return s->n > 0 ? numbers_median (s->seconds, s->n) : 0;
}

double
samples_least (const struct samples *s)
{
  return s->n > 0 ? samples_stats (s).min : 0;
}

void
samples_free (struct samples *s)
{
  free (s->seconds);
  *s = (struct samples){ 0 };
}
