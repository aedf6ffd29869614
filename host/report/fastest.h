/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a sweep is for: of each problem that tunables were swept on, the row
 * that is the fastest, across the jobs of a run.
 */
#ifndef FASTEST_H
#define FASTEST_H

#include <jansson.h>
#include <stddef.h>

#include "report/groups.h"

struct fastest {
  const json_t *record; /* no peer's; the first of those that tie */
  const json_t *peer;   /* the fastest of the same problem; NULL: none */
  size_t near;          /* others that are no peers' and within its spread */
};

struct fastest_list {
  struct fastest *fastest;
  size_t n;
};

/* Of problems in the order of the suite.  One on which no variant has rows that
 * differ in tunables, or nothing but peers has a time, is not there. */
void fastest_make (struct fastest_list *list, const struct groups *groups);
void fastest_free (struct fastest_list *list);

#endif
