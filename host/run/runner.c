/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "base/xalloc.h"
#include "device/kinds.h"
#include "record/case-record.h"
#include "record/caveat.h"
#include "run/lane.h"
#include "run/run-cases.h"

/* The cases that a check leaves out: those of a variant that crashed or hung,
 * which would most likely do so again, and large ones that would take long,
 * judging by smaller ones. */

/* What is known of a variant. */
struct pace {
  const struct variant_desc *variant;
  bool given_up;
  double extent, seconds; /* of the largest problem so far: its extent, and its
                             quickest case, which was disturbed least; 0: none
                             was timed */
};

/* The fastest row so far of a mode on a device: it is kept back until all cases
 * of its problem have run in this round, and replayed then. */
struct fastest_row {
  const struct case_ *c;
  json_t *record;
  double seconds;
};

/* The state of a list. */
struct list_run {
  const struct case_runner *r;
  struct pool *pool; /* of the records */
  struct pace *pace; /* of gkhost check */
  size_t n;
  struct fastest_row *fastest;
  size_t n_fastest;
};

/* The longest launch, in seconds, that a check runs.  A case has about ten. */
#define LAUNCH_SECONDS 0.1

/* The time of a launch is roughly proportional to this: the product of the
 * problem's sizes, or the cube of its only size. */
static double
problem_extent (const struct problem *problem)
{
  const struct option_list *options = &problem->job->family->options;
  double product = 1;
  int n = 0;

  for (size_t i = 0; i < options->n; i++) {
    const gk_option *o = &options->option[i];

    if (o->type == GK_INT && (o->flags & GK_OPTION_SIZE) != 0
        && o->value.i != 0) {
      product *= (double)problem->value[i].i;
      n++;
    }
  }
  return n == 1 ? pow (product, 3) : product;
}

static struct pace *
find_pace (const struct list_run *l, const struct case_ *c)
{
  for (size_t i = 0; i < l->n; i++)
    if (l->pace[i].variant == c->variant)
      return &l->pace[i];
  return NULL;
}

/* Why a case is skipped, a static text; NULL: it is to run. */
static const char *
check_skip_reason (const struct list_run *l, const struct case_ *c)
{
  const struct pace *pace = find_pace (l, c);
  double extent = problem_extent (c->problem);

  if (pace == NULL)
    return NULL;
  if (pace->given_up)
    return "an earlier case of this variant crashed or ran out of time";
  /* A problem no larger than an earlier one is always run. */
  if (c->problem->job->large && extent > pace->extent
      && pace->seconds * extent / pace->extent > LAUNCH_SECONDS)
    return TOO_LONG_TO_CHECK;
  return NULL;
}

/* Notes the result of a case. */
static void
check_skip_note (struct list_run *l, const struct case_ *c,
                 const struct case_record *record)
{
  enum status status = record->result.status;
  double seconds = case_time (record);
  double extent = problem_extent (c->problem);
  struct pace *pace = find_pace (l, c);

  if (pace == NULL) {
    pace = &XAPPEND (l->pace, l->n);
    *pace = (struct pace){ .variant = c->variant };
  }
  pace->given_up |= status == STATUS_CRASHED || status == STATUS_TIMEOUT;
  if (seconds <= 0 || extent < pace->extent
      || (extent == pace->extent && seconds > pace->seconds))
    return;
  pace->extent = extent;
  pace->seconds = seconds;
}

static void
report_faults (const struct list_run *l)
{
  const struct run_events *events = l->r->events;
  struct fault_record *fault;

  while ((fault = supervisor_next_fault (l->r->supervisor)) != NULL)
    events->fault (events->user, fault);
}

/* Returns the case's record; NULL when the run can't continue. */
static struct case_record *
run_or_skip (struct list_run *l, const struct case_ *c)
{
  const char *why = c->skip == NULL ? check_skip_reason (l, c) : NULL;
  struct case_record *record;

  if (why == NULL)
    return supervisor_run_case (l->r->supervisor, c, l->pool);
  record = case_record_new (l->pool, c);
  case_record_end (record, l->pool, STATUS_SKIPPED, why);
  return record;
}

/* Of the rows that are not the fastest, one of so many is replayed. */
enum { OTHERS_SHARE = 16 };

/* Passes a record on, replayed if it is to be.  False when the run can't
 * continue. */
static bool
end_row (struct list_run *l, const struct case_ *c, struct case_record *record,
         bool replays)
{
  const struct run_events *events = l->r->events;
  const bool ok
      = !replays
        || supervisor_replay_case (l->r->supervisor, c, record, l->pool);

  report_faults (l);
  figures_set (record,
               device_record_find (&l->r->plan->found.devices, c->device),
               l->pool);
  return events->end (events->user, c, record) && ok;
}

/* Passes on a record that was kept back, and its place with it. */
static bool
end_fastest (struct list_run *l, struct fastest_row *f, bool replays)
{
  const struct case_ *c = f->c;
  struct case_record *record = record_from_json (f->record, l->pool).of;

  json_decref (f->record);
  l->n_fastest--;
  memmove (f, f + 1, (size_t)(l->fastest + l->n_fastest - f) * sizeof *f);
  return end_row (l, c, record, replays);
}

static void
keep_back (struct list_run *l, const struct case_ *c,
           const struct case_record *record)
{
  XAPPEND (l->fastest, l->n_fastest)
      = (struct fastest_row){ .c = c,
                              .record = fields_to_json (&case_fields, record),
                              .seconds = case_time (record) };
}

static bool
can_be_replayed (const struct list_run *l, const struct case_ *c,
                 const struct case_record *record)
{
  return !l->r->options->in_process && !l->r->options->check
         && lane_may_replay (c) && case_time (record) > 0
         && record->result.verify.done == FLAG_YES
         && record->result.time.values != NULL;
}

/* Passes a row on, or keeps it back as the fastest one and passes on the one
 * that was the fastest before. */
static bool
take_row (struct list_run *l, const struct case_ *c, struct case_record *record)
{
  const bool all = c->problem->job->settings.audit == AUDIT_REPLAY;
  const bool drawn = all || entropy_draw () % OTHERS_SHARE == 0;
  const double seconds = case_time (record);

  if (all || !can_be_replayed (l, c, record))
    return end_row (l, c, record, can_be_replayed (l, c, record));
  for (size_t i = 0; i < l->n_fastest; i++) {
    struct fastest_row *f = &l->fastest[i];

    if (strcmp (f->c->device, c->device) != 0
        || !mode_same (f->c->mode, c->mode))
      continue;
    if (f->seconds <= seconds)
      return end_row (l, c, record, drawn);
    keep_back (l, c, record);
    return end_fastest (l, &l->fastest[i], drawn);
  }
  keep_back (l, c, record);
  return true;
}

/* Replays the fastest rows when all cases of a problem have run in a round. */
static bool
end_round (struct list_run *l, bool ok)
{
  while (l->n_fastest > 0)
    ok = end_fastest (l, &l->fastest[0], ok) && ok;
  return ok;
}

/* False when the run can't continue. */
static bool
run_listed (struct list_run *l, const struct case_ *c)
{
  const struct run_events *events = l->r->events;
  struct case_record *record;

  if (c->skip == NULL)
    events->begin (events->user, c);
  record = run_or_skip (l, c);
  report_faults (l);
  if (record == NULL)
    return false;
  if (l->r->options->check)
    check_skip_note (l, c, record);
  return take_row (l, c, record);
}

/* Has the processes open a device for the first case that needs that, of those
 * of the next problem. */
static void
start_early (const struct case_runner *r, const size_t *index, size_t n)
{
  const struct case_ *cases = r->plan->cases.case_;

  for (size_t i = 0; i < n; i++)
    if (cases[index[i]].problem != cases[index[0]].problem
        || supervisor_start_early (r->supervisor, &cases[index[i]]))
      return;
}

/* True for a case whose worker takes long to open its device, and is another
 * than that of the case before. */
static bool
has_another_worker (const struct case_ *c, const struct case_ *before)
{
  return c->skip == NULL && !device_kind_at (c->variant->device)->opens_at_once
         && (strcmp (c->variant->plugin->path, before->variant->plugin->path)
                 != 0
             || strcmp (c->device, before->device) != 0);
}

/* Returns which of a list is the first of those behind number i. */
static size_t
find_later (const struct case_ *cases, const size_t *index, size_t n, size_t i,
            size_t later)
{
  if (later <= i)
    later = i + 1;
  while (later < n
         && !has_another_worker (&cases[index[later]], &cases[index[i]]))
    later++;
  return later;
}

bool
runner_run_cases (const struct case_runner *r, const size_t *index, size_t n)
{
  const struct case_ *cases = r->plan->cases.case_;
  struct list_run l = { .r = r, .pool = r->events->pool };
  size_t later = 0;
  bool ok = true;

  if (r->unreleased != NULL)
    supervisor_hold (r->supervisor, r->unreleased);
  for (size_t i = 0; ok && i < n; i++) {
    const struct case_ *c = &cases[index[i]];
    const struct case_ *next = i + 1 < n ? &cases[index[i + 1]] : NULL;

    later = find_later (cases, index, n, i, later);
    supervisor_expect (r->supervisor, later < n ? &cases[index[later]] : NULL);
    start_early (r, index + i, n - i);
    ok = run_listed (&l, c);
    if (!ok || next == NULL || next->problem != c->problem
        || next->round != c->round)
      ok = end_round (&l, ok);
  }
  supervisor_release (r->supervisor);
  report_faults (&l);
  free (l.fastest);
  free (l.pace);
  return ok;
}
