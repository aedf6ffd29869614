/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Runs the cases of a plan that have no result yet, in this nesting:
 *
 *   lanes   devices side by side (plan/schedule.h), each with a lane of the
 *           supervisor; before them the cases that must run alone
 *   groups  cases that take their samples in turns (plan/schedule.h, group.h)
 *   steps   a case, or a turn of it, in the supervisor
 */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/message.h"
#include "base/interrupt.h"
#include "base/machine.h"
#include "base/xalloc.h"
#include "run/check-skip.h"
#include "run/group.h"
#include "run/run-cases.h"
#include "record/case-record.h"
#include "record/records.h"
#include "record/figures.h"
#include "plan/schedule.h"
#include "record/parts.h"

static void
show_case (struct progress *progress, const struct case_ *c)
{
  char *what = xasprintf ("%s/%s %s", c->problem->job->name, c->variant->name,
                          c->device);

  progress_show (progress, what);
  free (what);
}

/* The state of a run. */
struct run {
  const struct run_options *options;
  const struct plan *plan;
  const struct resumption *resumption;
  const struct case_record **result; /* by case; NULL: none yet */
  double start;                      /* clock_now, in seconds */
  int64_t switches; /* context switches of the machine before the run */
  struct supervisor *supervisor;
  struct journal *journal;
  struct progress progress;
  struct check_skip skip; /* of gkhost check */
  int status;
  bool print_failed; /* no further records are printed */
  const struct run_closing *closing;
};

static void
add_record (struct run *run, const struct fields *fields, void *record)
{
  const struct record added = { fields, record };

  if (!journal_add (run->journal, fields, record))
    run->status = EXIT_HOST;
  if (run->closing->prints_rows)
    progress_clear (&run->progress); /* both may go to one terminal */
  if (!run->closing->print (run->closing, &added)) {
    run->print_failed = true;
    run->status = EXIT_HOST;
  }
}

/* True once neither the file nor standard output can be written. */
static bool
output_is_lost (const struct run *run)
{
  return journal_is_lost (run->journal)
         || (run->print_failed && run->journal->path == NULL);
}

/* Adds faults between cases, with a message each: reports have no row for
 * them. */
static void
add_faults (struct run *run)
{
  struct fault_record *fault;

  while ((fault = supervisor_next_fault (run->supervisor)) != NULL) {
    progress_clear (&run->progress);
    if (fault->variant != NULL)
      message_print ("%s/%s: %s", fault->job, fault->variant, fault->reason);
    else
      message_print ("family %s: %s: %s", fault->family, fault->callback,
                     fault->reason);
    add_record (run, &fault_fields, fault);
  }
}

static void
add_case (struct run *run, const struct case_ *c, struct case_record *record)
{
  figures_set (record, device_record_find (&run->plan->found, c->device),
               &run->journal->records.pool);
  if (run->options->check)
    check_skip_note (&run->skip, c, record);
  run->result[c->index] = record;
  add_record (run, &case_fields, record);
}

/* False when the run can't continue. */
static bool
run_or_skip (struct run *run, struct case_state *state)
{
  const struct case_ *c = state->c;
  struct pool *pool = &run->journal->records.pool;
  const char *why = c->skip == NULL ? check_skip_reason (&run->skip, c) : NULL;

  if (why == NULL)
    return supervisor_run_case (run->supervisor, state, pool);
  state->record = case_record_new (pool, c);
  case_record_end (state->record, pool, STATUS_SKIPPED, why);
  return true;
}

/* Runs a case, or a turn of it.  False when the run can't continue. */
static bool
run_step (void *user, struct case_state *state)
{
  struct run *run = user;
  const struct case_ *c = state->c;
  bool ok;

  /* A progress line for each skip would flicker. */
  if (c->skip == NULL)
    show_case (&run->progress, c);
  if (c->skip == NULL && run->closing->announce != NULL)
    run->closing->announce (case_record_new (&run->journal->records.pool, c));
  ok = run_or_skip (run, state);
  if (!ok)
    run->status = EXIT_HOST;
  add_faults (run);
  return ok;
}

/* Lost telemetry is no fault of the case: only a message. */
static void
complain_of_lost_telemetry (struct run *run, const struct case_record *record)
{
  /* Each device that runs cases side by side has its own poller. */
  const bool beside = record->beside.n > 0;

  if (record->telemetry.lost == NULL)
    return;
  progress_clear (&run->progress);
  message_print ("%s/%s: no telemetry%s%s from here on: %s", record->job,
                 record->variant, beside ? " of " : "",
                 beside ? record->device : "", record->telemetry.lost);
}

static bool
end_case (void *user, const struct case_state *state)
{
  struct run *run = user;

  progress_step (&run->progress);
  complain_of_lost_telemetry (run, state->record);
  add_case (run, state->c, state->record);
  return !output_is_lost (run);
}

static bool
run_group (struct run *run, const size_t *index, size_t n)
{
  const struct group_calls calls = { run, run_step, end_case };
  struct case_state *state = xcalloc (n, sizeof *state);
  bool ok;

  for (size_t i = 0; i < n; i++) {
    state[i].c = &run->plan->cases.case_[index[i]];
    state[i].turns = n > 1;
  }
  ok = group_run (state, n, &calls, &run->journal->records.pool);
  for (size_t i = 0; i < n; i++)
    case_state_free (&state[i]);
  free (state);
  return ok;
}

static void
add_begin (struct run *run)
{
  const struct resumption *r = run->resumption;

  add_record (run, &run_fields, r->run);
  for (size_t i = 0; i < r->n_copies; i++)
    add_record (run, &case_fields, r->copy[i]);
}

/* Context switches of the machine since then; absent when not known. */
static int64_t
switches_since (int64_t start)
{
  int64_t now = machine_switches ();

  return start != INTEGER_ABSENT && now != INTEGER_ABSENT ? now - start
                                                          : INTEGER_ABSENT;
}

static void
add_end (struct run *run)
{
  struct records *records = &run->journal->records;
  size_t count[N_STATUS] = { 0 }, faults = 0;
  struct end_record *end;

  for (size_t i = 0; i < records->n; i++) {
    const struct case_record *c = records_case (records, i);

    if (c != NULL)
      count[c->result.status]++;
    faults += records_fault_at (records, i) != NULL;
  }
  end = end_record_new (&records->pool, count,
                        run->resumption->wall_s + clock_now () - run->start);
  end->load = machine_load ();
  end->switches = switches_since (run->switches);
  if (faults > 0)
    end->faults = (int64_t)faults;
  if (interrupt_signal () != 0)
    end->interrupted = FLAG_YES;
  add_record (run, &end_fields, end);
}

/* EXIT_HOST has precedence over EXIT_CASES. */
static int
status_of (const struct run *run)
{
  const struct records *records = &run->journal->records;

  if (run->status != EXIT_PASSED)
    return run->status;
  for (size_t i = 0; i < records->n; i++) {
    const struct case_record *c = records_case (records, i);

    if (records_fault_at (records, i) != NULL
        || (c != NULL && !case_passes (c)))
      return EXIT_CASES;
  }
  return EXIT_PASSED;
}

/* Runs cases in sequence, as groups where they can take turns. */
static bool
run_in_groups (struct run *run, const size_t *index, size_t n)
{
  const struct cases *cases = &run->plan->cases;
  bool ok = true;

  for (size_t i = 0, beside; ok && i < n; i += beside) {
    beside = run->options->takes_turns
                 ? schedule_count_interleaved (cases, index + i, n - i)
                 : 1;
    ok = run_group (run, index + i, beside);
  }
  return ok;
}

/* The argument of run_lane. */
struct lane_runs {
  struct run *run;
  struct lanes lanes;
};

static void
run_lane (void *user, size_t i)
{
  const struct lane_runs *b = user;

  run_in_groups (b->run, b->lanes.of[i].index, b->lanes.of[i].n);
}

/* Runs the cases that need the machine alone first: later, idle devices would
 * wait for them. */
static void
run_lanes (struct run *run, const size_t *index, size_t n)
{
  struct lane_runs b = { .run = run };

  lanes_make (&b.lanes, &run->plan->cases, index, n);
  if (b.lanes.n < 2)
    run_in_groups (run, index, n);
  else if (run_in_groups (run, b.lanes.alone.index, b.lanes.alone.n)
           && !supervisor_run_lanes (run->supervisor, b.lanes.device, b.lanes.n,
                                     run_lane, &b))
    run->status = EXIT_HOST;
  lanes_free (&b.lanes);
}

/* Runs the cases that have no result. */
static void
run_all (struct run *run)
{
  const struct cases *cases = &run->plan->cases;
  const struct resumption *r = run->resumption;
  size_t *index = schedule_make (cases), n = 0;

  if (r->unreleased != NULL)
    supervisor_hold (run->supervisor, r->unreleased);
  for (size_t i = 0; i < cases->n; i++)
    if (run->result[index[i]] == NULL)
      index[n++] = index[i];
  if (run->options->beside)
    run_lanes (run, index, n);
  else
    run_in_groups (run, index, n);
  free (index);
  supervisor_release (run->supervisor);
}

static int
end_run (struct run *run)
{
  add_faults (run);
  check_skip_free (&run->skip);
  free (run->result);
  progress_clear (&run->progress);
  records_join (&run->journal->records);
  add_end (run);
  return run->closing->close (run->closing, run->journal, status_of (run));
}

int
run_plan (const struct plan *plan, const struct run_options *options,
          struct supervisor *supervisor, struct journal *journal,
          const struct resumption *resumption,
          const struct run_closing *closing)
{
  struct run run = { .options = options,
                     .plan = plan,
                     .resumption = resumption,
                     .start = clock_now (),
                     .switches = machine_switches (),
                     .supervisor = supervisor,
                     .journal = journal,
                     .status = EXIT_PASSED,
                     .closing = closing };

  if (resumption->done)
    return closing->close (closing, journal, status_of (&run));
  run.result = xcalloc (plan->cases.n + 1, sizeof run.result[0]);
  memcpy (run.result, resumption->there, plan->cases.n * sizeof run.result[0]);
  add_begin (&run);
  if (options->shows_progress)
    progress_start (&run.progress, plan->cases.n - resumption->n_there);
  run_all (&run);
  return end_run (&run);
}
