/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The course of a case: what there is of it while it has its turns.
 */
#ifndef COURSE_H
#define COURSE_H

#include <jansson.h>
#include <stdbool.h>

#include "base/pool.h"
#include "plan/cases.h"
#include "process/metered.h"
#include "record/case-record.h"

struct course {
  const struct case_ *c;
  struct case_record *record; /* NULL before it is run */
  bool turns; /* it may take its samples in turns with others: set beforehand */
  bool paused;            /* it did, and goes on when it is run again */
  int turn;               /* how many it had */
  double seconds;         /* that it took so far */
  json_t *log;            /* lines that were logged in earlier turns */
  struct metered metered; /* of its device, until it is told */
};

/* Ends one that went wrong beside another case, and passed by itself. */
void course_end_unstable (struct course *course, struct pool *pool,
                          const struct case_ *beside);
/* Forgets what there is of it but what was logged, as a problem's setup does
 * once. */
void course_begin_anew (struct course *course, bool turns);
void course_free (struct course *course);

#endif
