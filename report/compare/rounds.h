/* SPDX-License-Identifier: BSD-3-Clause
 *
 * report/compare/: whether one time differs from another, estimated from the
 * rounds that each was measured in.
 * Uses: base, suite, record.
 *
 * Joins the rounds of a case into one record, which reports print and compare.
 *
 * The time of a joined record is the geometric mean of the rounds, the spread
 * their standard deviation, and the error that of the mean.  A round that did
 * not pass stands for all.  A case of one round keeps its own record.
 */
#ifndef ROUNDS_H
#define ROUNDS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/pool.h"
#include "record/records.h"

/* The estimate of a ratio of two times, with its confidence interval.  The unit
 * is the round, in which each case has a process of its own.  Samples of one
 * process share what differs between processes (addresses, clocks), so that
 * more samples don't make an estimate better. */

/* Of the logarithm of a ratio, so that half and twice the time are symmetric.
 */
struct estimate {
  double log;   /* its mean */
  double error; /* standard error of the mean */
  int freedom;  /* degrees of freedom; 0: unknown error */
};

/* The bounds of a ratio. */
struct interval {
  double low, high;
};

/* The ratio of two cases that were measured in the same n >= 1 rounds, times
 * over 0 and in the order of the rounds.  The effect of a round on both
 * cancels. */
struct estimate estimate_paired (const double *over, const double *under,
                                 size_t n);
/* The ratio of two independent cases. */
struct estimate estimate_apart (const double *over, size_t n_over,
                                const double *under, size_t n_under);
/* The mean of n >= 1 estimates, such as those of unchanged rows: the drift from
 * one session to another. */
struct estimate estimate_mean (const struct estimate *e, size_t n);
/* Returns the estimate with the drift taken out. */
struct estimate estimate_without (struct estimate e, struct estimate drift);

double estimate_ratio (struct estimate e);
/* The 95 % confidence interval; 0 to infinity without a known error. */
struct interval estimate_interval (struct estimate e);
/* The probability of this estimate, or a higher one, if the true logarithm were
 * log. */
double estimate_chance (struct estimate e, double log);

struct rounds {
  const struct case_record **record; /* one a case, in the order of the suite */
  size_t n;
  struct pool pool; /* of joined records */
  struct map lists; /* indices of list, by the address of the joined record */
  struct round_list *list;
};

/* Joins the rounds of each case that ran, of one build or of all (side NULL).
 * The records must outlive the rounds. */
void rounds_make (struct rounds *rounds, const struct records *records,
                  const char *side);
void rounds_free (struct rounds *rounds);

/* Returns the end of the records of record i's problem. */
size_t rounds_problem_end (const struct rounds *rounds, size_t i);

/* Returns how many times the rounds of a record have that may be compared, and
 * *time to be freed.  There is at least one round. */
size_t rounds_times (const struct rounds *rounds,
                     const struct case_record *record, double **time);

/* Estimates the ratio of two joined records from the rounds that both have.
 * False where there are fewer than two. */
bool rounds_ratio (const struct rounds *of_over, const struct case_record *over,
                   const struct rounds *of_under,
                   const struct case_record *under, struct estimate *estimate);

#endif
