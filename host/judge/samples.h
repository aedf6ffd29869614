/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Samples: a growing list of seconds, statistics of it and of its slices, and
 * tests whether two lists differ.  Times of kernels are skewed to the right,
 * since another program ran or a clock dropped: all decisions rest on order
 * statistics.
 */
#ifndef JUDGE_SAMPLES_H
#define JUDGE_SAMPLES_H

#include <stddef.h>

/* Slices: a case that takes turns with others measures a slice of its samples
 * in each.  Samples that follow one another see one state of the machine; how
 * far the slices disagree shows how uncertain the median is. */

/* Fewer slices show too little of how they differ; fewer samples, of their own
 * median. */
enum { SLICES_LEAST = 6, SLICE_SAMPLES = 10 };

struct slices {
  size_t *end; /* of each: the number of samples up to its end */
  size_t n;
};

/* Ends a slice at so many samples in all. */
void slices_append (struct slices *slices, size_t samples);
void slices_free (struct slices *slices);

/* Returns how many samples the next slice has: the more there are already, the
 * more are needed to change the result. */
size_t slices_next (const struct slices *slices);

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
