/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Statistics of samples.  Times of kernels are skewed to the right (something
 * else ran, a clock dropped), so everything that decides is an order statistic.
 */
#ifndef STATS_H
#define STATS_H

#include <stddef.h>

#include "judge/slices.h"

struct stats {
  size_t samples;
  double min, max, median, mean, stddev;
  double spread; /* half the interquartile range over the median */
  double error;  /* of the median, over the median: the true one lies within two
                    of them in 95 % */
};

/* n >= 1 samples in the order taken, and the slices that they came in. */
void stats_compute (struct stats *stats, const double *sample, size_t n,
                    const struct slices *slices);

#endif
