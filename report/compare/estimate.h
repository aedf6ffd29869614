/* SPDX-License-Identifier: BSD-3-Clause
 *
 * compare/: whether one time differs from another, by the rounds that each was
 * measured in.
 * Uses: base, suite, record.
 *
 * What is known of the ratio of two times.  The unit is the round, in which
 * each was measured by a process of its own: samples of one process are alike
 * in what processes differ in, so that more of them say nothing of it.
 */
#ifndef ESTIMATE_H
#define ESTIMATE_H

#include <stddef.h>

/* Of the logarithm of a ratio, in which slower by a half and faster by a half
 * are alike. */
struct estimate {
  double log;   /* its mean */
  double error; /* the standard error of that */
  int freedom;  /* the degrees of freedom; 0: the error is not known */
};

/* The bounds between which a ratio lies. */
struct interval {
  double low, high;
};

/* Of two that were measured in the same n >= 1 rounds, in whose order the times
 * (over 0) are: what a round does to both cancels. */
struct estimate estimate_paired (const double *over, const double *under,
                                 size_t n);
/* Of two that have nothing in common. */
struct estimate estimate_apart (const double *over, size_t n_over,
                                const double *under, size_t n_under);
/* The mean of n >= 1, such as those of rows that nobody changed: the drift from
 * one session to another. */
struct estimate estimate_mean (const struct estimate *e, size_t n);
/* The first without the second. */
struct estimate estimate_without (struct estimate e, struct estimate drift);

double estimate_ratio (struct estimate e);
/* Where the ratio lies with a probability of 95 %; all that there is without a
 * known error. */
struct interval estimate_interval (struct estimate e);
/* Half of that, where the bounds are far from each other the larger part. */
double estimate_half_width (struct estimate e);
/* The probability of an estimate as high, or higher, if the logarithm were this
 * one. */
double estimate_chance (struct estimate e, double log);

#endif
