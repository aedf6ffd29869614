/* SPDX-License-Identifier: BSD-3-Clause
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
#include "report/compare/estimate.h"

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
