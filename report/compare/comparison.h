/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Compares the cases of two runs, or of two builds in one run, and decides
 * whether each became slower.
 */
#ifndef COMPARISON_H
#define COMPARISON_H

#include <stdbool.h>

#include "record/records.h"
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
  /* A comparison record, then a change record a case, in the order of the old
   * run; last what only the new run has. */
  struct records changes;
};

/* Compares two runs, or two builds of one run.  The caller sets path, records,
 * build_label and margin.  False, after a message, where they have no case in
 * common, or another timer; and, unless across, another device, driver, library
 * of a peer, or setting. */
bool comparison_make (struct comparison *comparison, bool across);
void comparison_free (struct comparison *comparison);

/* True where a case is slower or does not pass: a CI job should fail. */
bool comparison_is_bad (const struct comparison *comparison);

#endif
