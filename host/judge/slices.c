/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The error of a median by sectioning.
 *
 * The share of samples below the median of all is computed for each slice.  How
 * far these shares differ, corrected for the correlation of neighbours, gives
 * the standard error of the median's rank, without assuming that samples are
 * independent.
 */
#include <config.h>

#include <math.h>
#include <stdlib.h>

#include "base/stats.h"
#include "base/xalloc.h"
#include "judge/slices.h"

/* Parts of samples that were measured without a pause. */
enum { PARTS = 20 };

/* Sampling that ends when the error is small ends more often where chance makes
 * it small.  Bounds at 98 % compensate for that: the interval covers the median
 * in 95 %, however often the error is computed (tests/unit/slices). */
#define BEYOND 0.01

/* The most correlation of neighbours: so few slices estimate it badly. */
#define MOST_ALIKE 0.8

void
slices_append (struct slices *s, size_t samples)
{
  s->end = xgrow (s->end, s->n, sizeof *s->end);
  s->end[s->n++] = samples;
}

void
slices_free (struct slices *s)
{
  free (s->end);
  *s = (struct slices){ 0 };
}

size_t
slices_next (const struct slices *s)
{
  size_t n = s->n >= SLICES_LEAST ? s->end[s->n - 1] / SLICES_LEAST : 0;

  return n > SLICE_SAMPLES ? n : SLICE_SAMPLES;
}

/* Returns the share of samples below the median, less a half. */
static double
median_lean (const double *sample, size_t n, double median)
{
  double below = 0;

  for (size_t i = 0; i < n; i++)
    below += sample[i] < median ? 1 : sample[i] > median ? 0 : 0.5;
  return below / (double)n - 0.5;
}

/* Sums over slices.  lean: share of the slice's samples below the overall
 * median, minus 1/2 (median_lean). */
struct slice_sums {
  double weights;    /* squares of their shares in all samples */
  double variance;   /* of the lean of all samples */
  double leans;      /* squares of leans */
  double neighbours; /* products of each lean and the next */
  double last;
};

static void
slice_sums_add (struct slice_sums *sums, const double *sample, size_t n,
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
rank_offset (const struct slice_sums *sums, size_t slices)
{
  double n = (double)slices, alike;
  int freedom = (int)(1 / sums->weights + 0.5) - 1;

  if (sums->leans == 0)
    return 0;
  alike = fmin (fmax (sums->neighbours / sums->leans, 0), MOST_ALIKE);
  return student_bound (BEYOND, freedom > 1 ? freedom : 1)
         * sqrt (sums->variance * n / (n - 1) * (1 + alike) / (1 - alike));
}

double
slices_rank_offset (const struct slices *s, const double *sample, size_t n,
                    double median)
{
  size_t parts = s->n >= SLICES_LEAST ? s->n : n < PARTS ? n : PARTS;
  struct slice_sums sums = { 0 };
  size_t begin = 0;

  for (size_t i = 0; i < parts; i++) {
    size_t end = parts == s->n ? s->end[i] : (i + 1) * n / parts;

    slice_sums_add (&sums, sample + begin, end - begin,
                    (double)(end - begin) / (double)n, median);
    begin = end;
  }
  return rank_offset (&sums, parts);
}
