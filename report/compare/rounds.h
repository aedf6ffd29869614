/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The rounds of a case as one record, which is what a reader compares, and the
 * times that they were of.
 */
#ifndef ROUNDS_H
#define ROUNDS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/map.h"
#include "base/pool.h"
#include "report/compare/estimate.h"
#include "record/records.h"

struct rounds {
  const struct case_record **record; /* one a case, in the order of the suite */
  size_t n;
  struct pool pool; /* what is made of rounds */
  struct map lists; /* by the address of what was made of each case */
  struct round_list *list;
};

/* Takes the cases that ran, on one side of a comparison or on all (NULL), and
 * puts together those that are rounds of the same
 * one.  The record of a case that was done in one round is its own, else one
 * whose time is the geometric mean of the rounds', its spread their standard
 * deviation and its error that of the mean; a round that did not pass is what
 * stands for all.  The records must outlive the rounds. */
void rounds_make (struct rounds *rounds, const struct records *records,
                  const char *side);
void rounds_free (struct rounds *rounds);

/* Behind the records of the problem that record i is of. */
size_t rounds_problem_end (const struct rounds *rounds, size_t i);

/* The times of a record's rounds, of which there is at least one, as far as
 * they may be compared; how many, and *time to be freed. */
size_t rounds_times (const struct rounds *rounds,
                     const struct case_record *record, double **time);

/* Of two records that were made of rounds, the ratio of their times by the
 * rounds that both have; false where there are fewer than two. */
bool rounds_ratio (const struct rounds *of_over, const struct case_record *over,
                   const struct rounds *of_under,
                   const struct case_record *under, struct estimate *estimate);

#endif
