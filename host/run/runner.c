/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "record/caveat.h"
#include "run/check-skip.h"
#include "run/runner.h"

/* The state of a list. */
struct list_run {
  const struct case_runner *r;
  struct pool *pool;      /* of the records */
  struct check_skip skip; /* of gkhost check */
};

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
  const char *why = c->skip == NULL ? check_skip_reason (&l->skip, c) : NULL;
  struct case_record *record;

  if (why == NULL)
    return supervisor_run_case (l->r->supervisor, c, l->pool);
  record = case_record_new (l->pool, c);
  case_record_end (record, l->pool, STATUS_SKIPPED, why);
  return record;
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
  figures_set (record, device_record_find (&l->r->plan->found, c->device),
               l->pool);
  if (l->r->options->check)
    check_skip_note (&l->skip, c, record);
  return events->end (events->user, c, record);
}

bool
runner_run_cases (const struct case_runner *r, const size_t *index, size_t n)
{
  struct list_run l = { .r = r, .pool = r->events->pool };
  bool ok = true;

  if (r->unreleased != NULL)
    supervisor_hold (r->supervisor, r->unreleased);
  for (size_t i = 0; ok && i < n; i++)
    ok = run_listed (&l, &r->plan->cases.case_[index[i]]);
  supervisor_release (r->supervisor);
  report_faults (&l);
  check_skip_free (&l.skip);
  return ok;
}
