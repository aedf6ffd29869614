/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Runs a list of cases in this process, in groups: cases that take their
 * samples in turns (plan/schedule.h, group.h), or a case by itself.
 */
#include <config.h>

#include <stdlib.h>

#include "base/xalloc.h"
#include "plan/schedule.h"
#include "record/figures.h"
#include "run/check-skip.h"
#include "run/group.h"
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

/* False when the run can't continue. */
static bool
run_or_skip (struct list_run *l, struct case_state *state)
{
  const struct case_ *c = state->c;
  const char *why = c->skip == NULL ? check_skip_reason (&l->skip, c) : NULL;

  if (why == NULL)
    return supervisor_run_case (l->r->supervisor, state, l->pool);
  state->record = case_record_new (l->pool, c);
  case_record_end (state->record, l->pool, STATUS_SKIPPED, why);
  return true;
}

/* Runs a case, or a turn of it.  False when the run can't continue. */
static bool
run_step (void *user, struct case_state *state)
{
  struct list_run *l = user;
  const struct run_events *events = l->r->events;
  bool ok;

  if (state->c->skip == NULL)
    events->begin (events->user, state->c);
  ok = run_or_skip (l, state);
  report_faults (l);
  return ok;
}

static bool
end_case (void *user, const struct case_state *state)
{
  struct list_run *l = user;
  const struct run_events *events = l->r->events;
  const struct case_ *c = state->c;

  figures_set (state->record,
               device_record_find (&l->r->plan->found, c->device), l->pool);
  if (l->r->options->check)
    check_skip_note (&l->skip, c, state->record);
  return events->end (events->user, c, state->record);
}

static bool
run_group (struct list_run *l, const size_t *index, size_t n)
{
  const struct group_calls calls = { l, run_step, end_case };
  struct case_state *state = xcalloc (n, sizeof *state);
  bool ok;

  for (size_t i = 0; i < n; i++) {
    state[i].c = &l->r->plan->cases.case_[index[i]];
    state[i].turns = n > 1;
  }
  ok = group_run (state, n, &calls, l->pool);
  for (size_t i = 0; i < n; i++)
    case_state_free (&state[i]);
  free (state);
  return ok;
}

bool
runner_run_cases (const struct case_runner *r, const size_t *index, size_t n)
{
  struct list_run l = { .r = r, .pool = r->events->pool };
  bool ok = true;

  if (r->unreleased != NULL)
    supervisor_hold (r->supervisor, r->unreleased);
  for (size_t i = 0, beside; ok && i < n; i += beside) {
    beside = r->options->takes_turns
                 ? schedule_count_interleaved (&r->plan->cases, index + i, n - i)
                 : 1;
    ok = run_group (&l, index + i, beside);
  }
  supervisor_release (r->supervisor);
  report_faults (&l);
  check_skip_free (&l.skip);
  return ok;
}
