/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A comparison: the cases of two runs, or of two builds in one run, that are
 * the same, and whether each became slower.
 */
#ifndef COMPARISON_H
#define COMPARISON_H

#include <stdbool.h>

#include "report/compare/change-record.h"
#include "report/compare/comparison-record.h"
#include "report/compare/rounds.h"
#include "record/records.h"

/* One of the two. */
struct compared_run {
  const char *path; /* as messages call it */
  const struct records *records;
  const char *build_label; /* of them; NULL: all */
  struct rounds rounds;
};

struct comparison {
  struct compared_run old, new;
  double margin;          /* how much of a change is none: 0.01 */
  struct records changes; /* a comparison record, and a change record each: in
                             the order of the old run, behind them what the new
                             one alone has */
};

/* Compares two runs, or two sides of one, whose rounds met the same drift.
 * Path, records, side and the margin are set.  Complains and returns false
 * where they can't be: nothing is in both, or, unless across, the device, the
 * driver or a setting is another. */
bool comparison_make (struct comparison *comparison, bool across);
void comparison_free (struct comparison *comparison);

/* Whether a pipeline is to stop for it: something is slower, or does not pass.
 */
bool comparison_is_bad (const struct comparison *comparison);

#endif
