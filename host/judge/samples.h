/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Samples: a growing list of seconds, and statistics of it.  Times of kernels
 * are skewed to the right, since another program ran or a clock dropped: all
 * decisions rest on order statistics.
 */
#ifndef SAMPLES_H
#define SAMPLES_H

#include <stddef.h>

#include "judge/slices.h"

struct stats {
  size_t samples;
  double min, max, median, mean, stddev;
  double spread; /* half the interquartile range over the median */
  double error;  /* of the median, over the median: the true median lies within
                    two of them in 95 % */
};

/* Computes them of n >= 1 samples, in the order in which they were measured,
 * and of the slices that they came in. */
void stats_compute (struct stats *stats, const double *sample, size_t n,
                    const struct slices *slices);

struct samples {
  double *seconds;
  size_t n;
};

void samples_add (struct samples *samples, double seconds);
struct stats samples_stats (const struct samples *samples);
/* 0 where there are none. */
double samples_median (const struct samples *samples);
double samples_least (const struct samples *samples);
void samples_free (struct samples *samples);

#endif
