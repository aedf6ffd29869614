/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The result of a sweep: of each problem whose tunables were swept, the fastest
 * row among all jobs of a run.
 */
#ifndef FASTEST_H
#define FASTEST_H

#include <stddef.h>

#include "report/groups.h"

struct fastest {
  const struct case_record *record; /* never a peer's; the first of equals */
  const struct case_record
      *peer;        /* the fastest of the same problem; NULL: none */
  size_t near;      /* other rows within its spread, without peers */
  size_t first_row; /* index of its problem's first row among all rows */
};

struct fastest_list {
  struct fastest *fastest;
  size_t n;
};

/* The settings that competing rows share: the mode and the data, since zeros
 * may be faster.  The others are set to their defaults. */
struct settings fastest_settings (const struct case_record *record);

/* Lists problems in the order of the suite, without those where no variant has
 * rows that differ in tunables or only peers have a time. */
void fastest_make (struct fastest_list *list, const struct groups *groups);
void fastest_free (struct fastest_list *list);

#endif
