/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which case of one run is which of another: by what it is, that is family,
 * variant, tunables, problem, mode and device.
 */
#ifndef MATCH_H
#define MATCH_H

#include <stddef.h>

#include "report/compare/rounds.h"

/* A case in both, or in one of them; the other is NULL. */
struct match {
  const struct case_record *old, *new;
};

/* In the order of the old, behind them what is in the new alone; *n of them, to
 * be freed.  Where one run has several of the same the first is matched with
 * the first. */
struct match *match_rounds (const struct rounds *old, const struct rounds *new,
                            size_t *n);

/* Returns the first case of the new run that the old one measured by another
 * timer only; NULL when there is none.  A timer that encloses more of a launch
 * than another makes it slower, so that the two can't be compared. */
const struct case_record *match_find_other_timer (const struct match *match,
                                                  size_t n);

#endif
