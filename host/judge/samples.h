/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Samples: a growing list of seconds, statistics of it, and a test whether two
 * lists differ.  Times of kernels are skewed to the right,
 * since another program ran or a clock dropped: all decisions rest on order
 * statistics.
 */
#ifndef JUDGE_SAMPLES_H
#define JUDGE_SAMPLES_H

#include <stddef.h>

/* Samples: a growing list of seconds, and statistics of it.  Times of kernels
 * are skewed to the right, since another program ran or a clock dropped: all
 * decisions rest on order statistics. */

struct stats {
  size_t samples;
  double min, max, median, mean, stddev;
  double spread; /* half the interquartile range over the median */
  double error;  /* of the median, over the median: the true median lies within
                    two of them in 95 % */
};

/* Computes them of n >= 1 samples, in the order in which they were measured. */
void stats_compute (struct stats *stats, const double *sample, size_t n);

struct samples {
  double *seconds;
  size_t n;
};

void samples_add (struct samples *samples, double seconds);
struct stats samples_stats (const struct samples *samples);
/* 0 where there are none. */
double samples_median (const struct samples *samples);
double samples_least (const struct samples *samples);
/* Returns the shortest third of them, one at least of any, in order, for
 * samples_free. */
struct samples samples_shortest_third (const struct samples *samples);
void samples_free (struct samples *samples);

/* Tests whether samples are longer than those of a control, by their ranks: no
 * shape is assumed.  Other load only makes samples longer.  So only the minimum
 * of each small group is ranked, and a busy machine has no influence. */

/* Groups that are ranked, of one sample each where there are no more. */
enum { RANKS_GROUPS = 15 };

/* Returns by how many standard deviations the samples are more often than not
 * over `margin` seconds longer than the control's.  Negative where they are
 * not; over 3.72 by chance in less than one of 10,000. */
double ranks_excess (const struct samples *samples,
                     const struct samples *control, double margin);

#endif
