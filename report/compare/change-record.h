/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The record of a change: a case in two runs, or of two builds, and the verdict
 * on its times.  The table in change-record.c describes each member.
 *
 * An estimate is compared with a margin: a case is slower, faster, the same, or
 * undecided (unsure) where the interval reaches across the margin.
 */
#ifndef CHANGE_RECORD_H
#define CHANGE_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/names.h"
#include "record/case-record.h"
#include "record/fields.h"
#include "record/records.h"
#include "report/compare/rounds.h"

enum change { CHANGE_UNSURE, CHANGE_SAME, CHANGE_FASTER, CHANGE_SLOWER };

extern const struct names change_names; /* "unsure" ... "slower" */

/* The mean change of peers between two runs. */
struct drift {
  struct estimate mean;
  struct texts by; /* the peers: variants, or job/variant of other problems */
};

/* A case on which changes_decide decides. */
struct case_change {
  struct estimate estimate; /* of new over old */
  double allowance; /* a further error of the ratio, as a logarithm, that rounds
                       can't show: 0 or more */
  const struct drift *drift; /* what is taken out of it; NULL: nothing */
  enum change change;
  size_t among; /* unsure: the number of cases that it is not sure enough for */
};

/* Decides on n cases together, so that many raise no more false alarms than
 * one.  margin is the largest change that counts as none, 0.01 for 1 %. */
void changes_decide (struct case_change *c, size_t n, double margin);

/* Verdicts besides those of enum change: the case measures the drift; it is in
 * one run only; it passes now, and did not before.  The verdict on a case that
 * does not pass is its outcome, such as "wrong". */
#define CHANGE_CONTROL "control"
#define CHANGE_ONLY_OLD "only old"
#define CHANGE_ONLY_NEW "only new"
#define CHANGE_FIXED "fixed"

/* The case in one of the two runs. */
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
  double ratio, low, high, drift, drift_low, drift_high;
  struct texts drift_by;
  enum flag controlled;
  const char *verdict, *reason, *class;
  /* No fields: */
  bool breaks;      /* does not pass, or is missing */
  struct mode mode; /* that its device has */
  size_t block;     /* set by changes_group: the problem, and the mode */
};

extern const struct fields change_fields;

/* Returns a record without a verdict.  It borrows the settings and the tunables
 * of the case's record; what distinguishes blocks is interned in the pool, as
 * two runs share no texts. */
struct change_record *change_record_new (struct pool *pool,
                                         const struct case_record *of);
void change_record_set_case (struct compared_case *side,
                             const struct case_record *record, size_t rounds);
/* Sorts the changes of a comparison, which begin with record 1, by block.  The
 * blocks, and the changes of each, keep their order. */
void changes_group (struct records *changes);
/* Sets the ratio and the verdict. */
void change_record_decide (struct change_record *record,
                           const struct case_change *changed);
/* True where the 95 % interval is beyond the margin on one side of 1. */
bool change_is_beyond (const struct case_change *c, double margin);
/* Sets the verdict unsure, and the reason. */
void change_record_set_unsure (struct change_record *record,
                               const char *reason);
/* True where the verdict is this one. */
bool change_record_is (const struct change_record *record, enum change change);
bool change_record_says (const struct change_record *record,
                         const char *verdict);

/* The first record of a comparison: which runs were compared, and the number of
 * cases by verdict. */

struct compared_with {
  const char *path, *started, *gkhost;
};

struct comparison_record {
  const char *type;
  const char *gkhost;
  struct compared_with old, new;
  double margin;
  int64_t slower, faster, same, unsure, broken;
  int64_t control, fixed, only_old, only_new;
  struct texts incomplete;
  bool fails; /* no field: what is incomplete fails the comparison */
};

extern const struct fields comparison_fields;

#endif
