/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The record of a change: a case in two runs, or of two builds, and what came
 * of comparing them.  What each member is says the table in change-record.c.
 */
#ifndef CHANGE_RECORD_H
#define CHANGE_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/names.h"
#include "report/compare/estimate.h"
#include "record/case-record.h"

enum change { CHANGE_UNSURE, CHANGE_SAME, CHANGE_FASTER, CHANGE_SLOWER };

extern const struct names change_names; /* "unsure" ... "slower" */

/* One case of a comparison. */
struct case_change {
  struct estimate estimate; /* of new over old */
  double allowance; /* what the ratio may be off besides, as a logarithm, for
                       a reason that no round shows: 0 or more */
  enum change change;
};

/* Decides on n cases together, so that many of them raise no more false alarms
 * than one.  margin: how much of a change is none, 0.01 for 1 %. */
void changes_decide (struct case_change *c, size_t n, double margin);

/* What is told of a case, besides how a change is called (change.h): that it is
 * what the drift is known by, that it stands in one of both only, or that it
 * has a result that it lacked.  Of one that does not pass any more the verdict
 * is its outcome, such as "wrong". */
#define CHANGE_CONTROL "control"
#define CHANGE_ONLY_OLD "only old"
#define CHANGE_ONLY_NEW "only new"
#define CHANGE_FIXED "fixed"

/* One of the two. */
struct compared_case {
  enum status status;
  double median_s;
  int64_t rounds;
  struct texts verdicts;
};

struct change_record {
  const char *type, *job, *family, *variant, *device, *cpus;
  const struct pairs *params, *tunables, *tuned;
  const struct case_settings *settings; /* the mode */
  struct compared_case old, new;
  double ratio, low, high;
  enum flag controlled;
  const char *verdict, *reason;
  bool breaks; /* the case does not pass any more: no field */
};

extern const struct fields change_fields;

/* Of a case as one of both has it; nothing came of it yet.  It borrows what the
 * case's record points to. */
struct change_record *change_record_new (struct pool *pool,
                                         const struct case_record *of);
void change_record_set_case (struct compared_case *side,
                             const struct case_record *record, size_t rounds);
/* Sets what was decided. */
void change_record_decide (struct change_record *record,
                           const struct case_change *changed);
/* Sets that nobody can tell, and why. */
void change_record_set_unsure (struct change_record *record,
                               const char *reason);
/* Whether the verdict is this one. */
bool change_record_is (const struct change_record *record, enum change change);

#endif
