/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a sweep is for: of each problem that tunables were swept on, the row
 * that is the fastest, across the jobs of a run.
 */
#ifndef FASTEST_H
#define FASTEST_H

#include <stddef.h>

#include "report/groups.h"

struct fastest {
  const struct case_record *record; /* no peer's; the first of those that tie */
  const struct case_record
      *peer;        /* the fastest of the same problem; NULL: none */
  size_t near;      /* others but peers' that are within its spread */
  size_t first_row; /* of the first that it was compared with, among all rows */
};

struct fastest_list {
  struct fastest *fastest;
  size_t n;
};

/* What jobs may not differ in where their rows compete: the mode, and data,
 * since zeros may be faster.  The others have their defaults. */
struct settings fastest_settings (const struct case_record *record);

/* Of problems in the order of the suite.  One on which no variant has rows that
 * differ in tunables, or nothing but peers has a time, is not there. */
void fastest_make (struct fastest_list *list, const struct groups *groups);
void fastest_free (struct fastest_list *list);

#endif
