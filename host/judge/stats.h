/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Statistics of samples.  Times of kernels are skewed to the right (something
 * else ran, a clock dropped), so everything that decides is an order statistic.
 */
#ifndef STATS_H
#define STATS_H

#include <stddef.h>

struct stats {
  size_t samples;
  double min, max, median, mean, stddev;
  double spread; /* half the interquartile range over the median */
  double error;  /* standard error of the median over the median */
};

/* n >= 1 samples, in any order; sorts them. */
void stats_of (struct stats *stats, double *sample, size_t n);

#endif
