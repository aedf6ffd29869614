/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Compares the cases of two runs, or of two builds in one run, and decides
 * whether each became slower.
 */
#ifndef COMPARISON_H
#define COMPARISON_H

#include <stdbool.h>
#include <stddef.h>

#include "base/pool.h"
#include "record/records.h"
#include "report/compare/change-record.h"
#include "report/compare/rounds.h"

/* One of the two runs. */
struct compared_run {
  const char *path; /* as printed in messages */
  const struct records *records;
  const char *build_label; /* only cases of that build; NULL: all */
  struct rounds rounds;
};

struct comparison {
  struct compared_run old, new;
  double margin; /* the largest change that counts as none, 0.01 for 1 % */
  bool allow_missing;
  /* A comparison record, then a change record a case, by block in the order of
   * the old run; in each block last what only the new run has. */
  struct records changes;
};

/* Compares two runs, or two builds of one run.  The caller sets path, records,
 * build_label, margin and allow_missing.  False, after a message, where they
 * have no case in common, or another timer; and, unless across, another device,
 * driver, library of a peer, or setting. */
bool comparison_make (struct comparison *comparison, bool across);
void comparison_free (struct comparison *comparison);

/* True where a case is slower or does not pass, and, unless allow_missing,
 * where the new run lacks a case or one of them its end: a CI job should fail.
 */
bool comparison_is_bad (const struct comparison *comparison);

/* Matches the cases of two runs by what they measure: family, variant,
 * tunables, problem, mode and device. */

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

/* The drift between two sessions: what changed besides the code that is
 * compared, such as clocks, temperature or the driver.  The peers that both
 * runs measured show it, since their code did not change in between.
 *
 * The mean ratio of the peers is taken out of the other ratios.  The peers of
 * the same problem, mode and device come first, and all peers of the device
 * where there are none.  A peer of one round, whose error is unknown, shows no
 * drift. */

/* The drift of each problem, and of each device. */
struct drifts {
  struct map drift_groups; /* keys are struct drift_group */
  struct pool keys;
  struct drift_estimates *estimates; /* by group */
  struct pool *names;
};

/* Computes the drifts from n matches and their estimates; control[i] is true
 * for a match that shows the drift.  The records must outlive the drifts, whose
 * names of peers are in the pool. */
void drifts_make (struct drifts *drifts, struct pool *names,
                  const struct match *match, const struct estimate *estimate,
                  const bool *control, size_t n);
void drifts_free (struct drifts *drifts);

/* Returns the drift for a case of the old run; NULL where there is none. */
const struct drift *drift_of (const struct drifts *drifts,
                              const struct case_record *old);

/* True where a match may show the drift: a peer, with one version of its
 * library. */
bool drift_is_control (const struct match *match);
/* True where it would, but for different versions of its library. */
bool drift_is_of_libraries (const struct match *match);

#endif
