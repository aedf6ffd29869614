/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>
#include <stdlib.h>

#include "base/stats.h"
#include "base/xalloc.h"
#include "judge/samples.h"

/* ---- The error of the median ----------------------------------------------
 *
 * By sectioning: the share of samples below the median of all is computed for
 * each part of them, in the order in which they were measured.  How far these
 * shares differ, corrected for the correlation of neighbours, gives the
 * standard error of the median's rank, without assuming that samples are
 * independent. */

enum { PARTS = 20 };

/* Sampling that ends when the error is small ends more often where chance makes
 * it small.  Bounds at 98 % compensate for that: the interval covers the median
 * in 95 %, however often the error is computed (tests/unit/median-error). */
#define BEYOND 0.01

/* The most correlation of neighbours: so few parts estimate it badly. */
#define MOST_ALIKE 0.8

/* Returns the share of samples below the median, less a half. */
static double
median_lean (const double *sample, size_t n, double median)
{
  double below = 0;

  for (size_t i = 0; i < n; i++)
    below += sample[i] < median ? 1 : sample[i] > median ? 0 : 0.5;
  return below / (double)n - 0.5;
}

/* Sums over parts.  lean: share of the part's samples below the overall median,
 * minus 1/2 (median_lean). */
struct part_sums {
  double weights;    /* squares of their shares in all samples */
  double variance;   /* of the lean of all samples */
  double leans;      /* squares of leans */
  double neighbours; /* products of each lean and the next */
  double last;
};

static void
part_sums_add (struct part_sums *sums, const double *sample, size_t n,
               double share, double median)
{
  double off = median_lean (sample, n, median);

  sums->weights += share * share;
  sums->variance += share * share * off * off;
  sums->leans += off * off;
  sums->neighbours += off * sums->last;
  sums->last = off;
}

/* Returns half the width of the interval, as a share of the samples. */
static double
rank_offset (const struct part_sums *sums, size_t parts)
{
  double n = (double)parts, alike;
  int freedom = (int)(1 / sums->weights + 0.5) - 1;

  if (sums->leans == 0)
    return 0;
  alike = fmin (fmax (sums->neighbours / sums->leans, 0), MOST_ALIKE);
  return student_bound (BEYOND, freedom > 1 ? freedom : 1)
         * sqrt (sums->variance * n / (n - 1) * (1 + alike) / (1 - alike));
}

/* Returns the half-width of the confidence interval of the median's rank, as a
 * share of the samples, at the confidence at which sampling ends.  n >= 2. */
static double
median_rank_offset (const double *sample, size_t n, double median)
{
  const size_t parts = n < PARTS ? n : PARTS;
  struct part_sums sums = { 0 };
  size_t begin = 0;

  for (size_t i = 0; i < parts; i++) {
    const size_t end = (i + 1) * n / parts;

    part_sums_add (&sums, sample + begin, end - begin,
                   (double)(end - begin) / (double)n, median);
    begin = end;
  }
  return rank_offset (&sums, parts);
}

/* ---- Statistics ---------------------------------------------------------- */

/* Fewer samples have too few ranks. */
enum { FEW = 6 };

/* Returns a quarter of the width of the confidence interval.  Its bounds are
 * order statistics, which assume no shape, where there are enough samples; else
 * they are Student's. */
static double
median_error (const struct stats *stats, const double *sorted,
              const double *sample)
{
  size_t n = stats->samples;
  double middle = (double)(n - 1) / 2, off;

  if (n == 1)
    return INFINITY; /* one sample shows no error */
  if (n < FEW)
    return student_bound (0.025, (int)n - 1) * stats->stddev / sqrt ((double)n)
           / 2;
  off = median_rank_offset (sample, n, stats->median) * (double)n;
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
stats_compute (struct stats *stats, const double *sample, size_t n)
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
  stats->error = relative (median_error (stats, sorted, sample), stats->median);
  free (sorted);
}

/* ---- The list of samples --------------------------------------------------
 */

void
samples_add (struct samples *s, double seconds)
{
  XAPPEND (s->seconds, s->n) = seconds;
}

struct stats
samples_stats (const struct samples *s)
{
  struct stats stats;

  stats_compute (&stats, s->seconds, s->n);
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

struct samples
samples_shortest_third (const struct samples *s)
{
  return (struct samples){ .seconds = numbers_sorted (s->seconds, s->n),
                           .n = (s->n + 2) / 3 };
}

void
samples_free (struct samples *s)
{
  free (s->seconds);
  *s = (struct samples){ 0 };
}

/* ---- A test by ranks ---- */

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
