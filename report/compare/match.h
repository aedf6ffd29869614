/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Matches the cases of two runs by what they measure: family, variant,
 * tunables, problem, mode and device.
 */
#ifndef MATCH_H
#define MATCH_H

#include <stddef.h>

#include "report/compare/rounds.h"

/* A case in both runs, or in one; then the other is NULL. */
struct match {
  const struct case_record *old, *new;
};

/* Returns *n matches, to be freed: in the order of the old run, then the cases
 * that only the new run has.  Where a run has a case several times, the first
 * is matched with the first. */
struct match *match_rounds (const struct rounds *old, const struct rounds *new,
                            size_t *n);

/* Returns the first case of the new run that the old one has by another timer
 * only; NULL: there is none.  Timers enclose more or less of a launch, so that
 * their times can't be compared. */
const struct case_record *match_find_other_timer (const struct match *match,
                                                  size_t n);

#endif
