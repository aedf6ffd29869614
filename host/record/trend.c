/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Two rank statistics detect a movement: Spearman's coefficient a trend, and
 * the U test a step in the middle.  Ranks assume no distribution.  In long
 * series, where neighbours may be alike, ranks alone find too much: the medians
 * of six parts must also follow one step or a line.
 */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/sorted.h"
#include "base/xalloc.h"
#include "record/trend.h"

/* Standard deviations that a statistic must be off: by chance in under 0.1 % of
 * long series.  Short series can't be that far off. */
#define FAR_OFF 3.3
/* The threshold of the trend with ten samples, and its rise with each more. */
#define FEW_OFF 2.6
#define MORE_OFF 0.07
/* Standard errors that the medians of the two halves must be apart. */
#define APART 3

/* From MANY samples on, neighbours may be alike, as in a slice, and PARTS
 * medians are checked, too. */
enum { MANY = 60, PARTS = 6 };
/* The share of the parts' variance that one step or a line must explain: by
 * chance in under 1 % of series. */
#define EXPLAINED 0.94

struct sample {
  double seconds, rank;
  size_t index;
};

/* In standard deviations of what chance gives. */
struct trend {
  double rise; /* Spearman's coefficient of time and order */
  double step; /* U test of the second half against the first */
};

static int
compare_times (const void *left, const void *right)
{
  const struct sample *a = left, *b = right;

  return (a->seconds > b->seconds) - (a->seconds < b->seconds);
}

/* Sorts the samples; equal ones get the mean of their ranks. */
static void
set_ranks (struct sample *sample, size_t n)
{
  qsort (sample, n, sizeof *sample, compare_times);
  for (size_t i = 0, end; i < n; i = end) {
    for (end = i + 1; end < n && sample[end].seconds == sample[i].seconds;)
      end++;
    for (size_t j = i; j < end; j++)
      sample[j].rank = (double)(i + end - 1) / 2;
  }
}

static struct trend
trend_of (const struct sample *sample, size_t n)
{
  double count = (double)n, middle = (count - 1) / 2, half = (double)(n / 2);
  struct trend t = { 0 };

  for (size_t i = 0; i < n; i++) {
    double rank = sample[i].rank - middle;

    t.rise += rank * ((double)sample[i].index - middle);
    t.step -= sample[i].index < n / 2 ? rank : 0;
  }
  t.rise *= 12 * sqrt (count - 1) / (count * (count * count - 1));
  t.step /= sqrt (half * (count - half) * (count + 1) / 12);
  return t;
}

/* A median and its standard error, from the ranks around it. */
struct median {
  double seconds, error;
};

static struct median
median_of (const double *seconds, size_t n)
{
  double middle = (double)(n - 1) / 2, off = sqrt ((double)n) / 2;
  double *sorted = xmalloc (n * sizeof *sorted);
  struct median m;

  memcpy (sorted, seconds, n * sizeof *sorted);
  sort_numbers (sorted, n);
  m.seconds = sorted_at (sorted, n, middle);
  m.error = (sorted_at (sorted, n, middle + off)
             - sorted_at (sorted, n, middle - off))
            / 2;
  free (sorted);
  return m;
}

/* Few samples may be in the order of a step by chance: the halves must be
 * apart, too. */
static bool
is_step (const double *seconds, size_t n, double step)
{
  double half = (double)(n / 2), rest = (double)n - half;
  double most = sqrt (3 * half * rest / ((double)n + 1));
  struct median first, last;

  if (fabs (step) < fmin (FAR_OFF, most - 0.01))
    return false;
  first = median_of (seconds, n / 2);
  last = median_of (seconds + n / 2, n - n / 2);
  return fabs (last.seconds - first.seconds)
         > APART * hypot (first.error, last.error);
}

/* Returns the sum of squares that a step in front of that part explains. */
static double
step_explains (const double *off, size_t part)
{
  double sum = 0;

  /* The parts behind it have the opposite sum. */
  for (size_t i = 0; i < part; i++)
    sum += off[i];
  return sum * sum / (double)part + sum * sum / (double)(PARTS - part);
}

static double
line_explains (const double *off)
{
  double sum = 0, squares = 0;

  for (size_t i = 0; i < PARTS; i++) {
    double place = (double)i - (double)(PARTS - 1) / 2;

    sum += place * off[i];
    squares += place * place;
  }
  return sum * sum / squares;
}

/* True where the medians of the parts follow one step or a line. */
static bool
parts_follow (const double *seconds, size_t n)
{
  double off[PARTS], mean = 0, all = 0, most;

  for (size_t i = 0; i < PARTS; i++) {
    size_t begin = i * n / PARTS, end = (i + 1) * n / PARTS;

    off[i] = median_of (seconds + begin, end - begin).seconds;
    mean += off[i] / PARTS;
  }
  for (size_t i = 0; i < PARTS; i++) {
    off[i] -= mean;
    all += off[i] * off[i];
  }
  most = line_explains (off);
  for (size_t part = 1; part < PARTS; part++)
    most = fmax (most, step_explains (off, part));
  return most >= EXPLAINED * all;
}

bool
trend_is_present (const double *seconds, size_t n, double least)
{
  struct sample *sample;
  struct trend trend;
  size_t third = (n + 2) / 3;
  double moved;

  if (n < TREND_SAMPLES_LEAST)
    return false;
  moved = median_of (seconds + n - third, third).seconds
          - median_of (seconds, third).seconds;
  if (!(fabs (moved) > least * median_of (seconds, n).seconds))
    return false;
  sample = xcalloc (n, sizeof *sample);
  for (size_t i = 0; i < n; i++)
    sample[i] = (struct sample){ .seconds = seconds[i], .index = i };
  set_ranks (sample, n);
  trend = trend_of (sample, n);
  free (sample);
  return (fabs (trend.rise) > fmin (
              FAR_OFF, FEW_OFF + MORE_OFF * (double)(n - TREND_SAMPLES_LEAST))
          || is_step (seconds, n, trend.step))
         && (n < MANY || parts_follow (seconds, n));
}
