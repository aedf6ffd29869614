/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The parent's part of a run: makes the lists of cases that run side by side
 * (plan/schedule.h), has runners run them (runners.c), and adds each record
 * that arrives to the journal and to the report.
 */
#include <config.h>

#include <stdlib.h>

#include "base/clock.h"
#include "base/message.h"
#include "base/interrupt.h"
#include "base/cpu-time.h"
#include "base/machine.h"
#include "base/units.h"
#include "base/xalloc.h"
#include "record/runs.h"
#include "run/run-cases.h"
#include "record/case-record.h"
#include "record/records.h"
#include "plan/schedule.h"

/* The state of a run. */
struct run {
  const struct run_options *options;
  const struct plan *plan;
  const struct resumption *resumption;
  double start;     /* clock_now, in seconds */
  int64_t switches; /* context switches of the machine before the run */
  struct supervisor *supervisor;
  struct journal *journal;
  struct progress progress;
  int status;
  bool print_failed; /* no further records are printed */
  /* What the cases in the file withhold until the end. */
  struct opened_seeds *seeds;
  struct case_record **withheld; /* of which each is */
  size_t n_seeds;
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

/* Adds a fault between cases, with a message: reports have no row for it. */
static void
add_fault (void *user, struct fault_record *fault)
{
  struct run *run = user;

  progress_clear (&run->progress);
  if (fault->variant != NULL)
    message_print ("%s/%s: %s", fault->job, fault->variant, fault->reason);
  else
    message_print ("family %s: %s: %s", fault->family, fault->callback,
                   fault->reason);
  add_record (run, &fault_fields, fault);
}

static void
show_begin (void *user, const struct case_ *c)
{
  struct run *run = user;
  char *what = xasprintf ("%s/%s %s", c->problem->job->name, c->variant->name,
                          c->device);

  progress_show (&run->progress, what);
  free (what);
  if (run->closing->announce != NULL)
    run->closing->announce (case_record_new (&run->journal->records.pool, c));
}

static void
show_wait (void *user)
{
  struct run *run = user;

  progress_wait (&run->progress);
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

/* Later cases could read them in the file, or on standard output. */
static void
withhold_seeds (struct run *run, struct case_record *record)
{
  if (!seeds_are_open (record))
    return;
  run->withheld = xgrow (run->withheld, run->n_seeds, sizeof *run->withheld);
  run->withheld[run->n_seeds] = record;
  XAPPEND (run->seeds, run->n_seeds)
      = seeds_commit (record, &run->journal->records.pool);
}

static bool
add_case (void *user, const struct case_ *c, struct case_record *record)
{
  struct run *run = user;

  (void)c;
  progress_step (&run->progress);
  withhold_seeds (run, record);
  complain_of_lost_telemetry (run, record);
  add_record (run, &case_fields, record);
  /* False once neither the file nor standard output can be written. */
  return !journal_is_lost (run->journal)
         && !(run->print_failed && run->journal->path == NULL);
}

static void
add_end (struct run *run, const char *hash)
{
  struct records *records = &run->journal->records;
  const int64_t switches = machine_switches ();
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
  end->load = cpu_load ();
  if (run->switches != INTEGER_ABSENT && switches != INTEGER_ABSENT)
    end->switches = switches - run->switches;
  if (faults > 0)
    end->faults = (int64_t)faults;
  if (interrupt_signal () != 0)
    end->interrupted = FLAG_YES;
  if (run->n_seeds > 0)
    end->seeds = (struct items){ run->seeds, run->n_seeds };
  end->hash = hash;
  add_record (run, &end_fields, end);
}

/* Opens the seeds in memory, too, for the report. */
static void
open_seeds (struct run *run)
{
  const struct items all = { run->seeds, run->n_seeds };

  for (size_t i = 0, at = 0; i < run->n_seeds; i++)
    seeds_open (run->withheld[i], &all, &at);
}

/* EXIT_HOST has precedence over EXIT_CASES. */
static int
status_of (const struct run *run)
{
  return run->status == EXIT_PASSED && !records_pass (&run->journal->records)
             ? EXIT_CASES
             : run->status;
}

/* Adds how long n cases are sampled at least and at most, in seconds. */
static void
add_sampling (double span[2], const struct cases *cases,
              const struct indices *list)
{
  for (size_t i = 0; i < list->n; i++) {
    const struct case_ *c = &cases->case_[list->index[i]];
    const struct sampling *s = &c->problem->job->settings.sampling;

    span[0] += c->skip != NULL ? 0 : s->min_time;
    span[1] += c->skip != NULL ? 0 : s->max_time;
  }
}

/* Prints how many cases there are, and how long sampling takes, where that may
 * be a minute or more.  Of devices side by side the one with the most cases
 * counts. */
static void
print_forecast (const struct run *run, const struct indices *all,
                const struct lanes *lanes)
{
  const struct cases *cases = &run->plan->cases;
  const struct indices *longest = NULL;
  char text[2][UNITS_MAX];
  double span[2] = { 0 };

  for (size_t i = 0; i < lanes->n; i++)
    if (longest == NULL || lanes->of[i].n > longest->n)
      longest = &lanes->of[i];
  add_sampling (span, cases, longest != NULL ? &lanes->alone : all);
  if (longest != NULL)
    add_sampling (span, cases, longest);
  if (!run->options->shows_progress || span[1] < 60)
    return;
  message_print ("%zu cases, at least %s of sampling, at most %s", all->n,
                 units_duration (text[0], span[0]),
                 units_duration (text[1], span[1]));
}

/* Runs the cases that need the machine alone first: later, idle devices would
 * wait for them. */
static bool
run_lanes (const struct case_runner *r, struct lanes *lanes)
{
  struct case_runner beside = *r;

  beside.unreleased = NULL;
  return runners_run (r, &lanes->alone, NULL, 1)
         && runners_run (&beside, lanes->of, lanes->device, lanes->n);
}

static bool
run_lists (const struct run *run, const struct case_runner *r,
           const struct indices *all)
{
  struct lanes lanes = { 0 };
  bool ok;

  if (r->options->beside)
    lanes_make (&lanes, &r->plan->cases, all->index, all->n);
  print_forecast (run, all, &lanes);
  if (r->options->in_process)
    ok = runner_run_cases (r, all->index, all->n);
  else
    ok = lanes.n < 2 ? runners_run (r, all, NULL, 1) : run_lanes (r, &lanes);
  lanes_free (&lanes);
  return ok;
}

/* Runs the cases that have no result. */
static void
run_all (struct run *run)
{
  const struct cases *cases = &run->plan->cases;
  const struct run_events events = { .user = run,
                                     .pool = &run->journal->records.pool,
                                     .private_fd = run->journal->fd,
                                     .begin = show_begin,
                                     .wait = show_wait,
                                     .fault = add_fault,
                                     .end = add_case };
  const struct case_runner r = { .plan = run->plan,
                                 .options = run->options,
                                 .supervisor = run->supervisor,
                                 .unreleased = run->resumption->unreleased,
                                 .events = &events };
  struct indices all = { schedule_make (cases), 0 };

  for (size_t i = 0; i < cases->n; i++)
    if (run->resumption->there[all.index[i]] == NULL)
      all.index[all.n++] = all.index[i];
  if (!run_lists (run, &r, &all))
    run->status = EXIT_HOST;
  free (all.index);
}

int
run_plan (const struct plan *plan, const struct run_options *options,
          struct supervisor *supervisor, struct journal *journal,
          const struct resumption *resumption,
          const struct run_closing *closing)
{
  const char *hash;
  int status;
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
  add_record (&run, &run_fields, resumption->run);
  for (size_t i = 0; i < resumption->n_copies; i++)
    add_record (&run, &case_fields, resumption->copy[i]);
  if (options->shows_progress)
    progress_start (&run.progress, plan->cases.n - resumption->n_there);
  run_all (&run);
  progress_clear (&run.progress);
  hash = journal_hash (journal);
  if (hash != NULL)
    texts_add (&journal->records.pool, &resumption->run->parts.hash, hash);
  records_join (&journal->records);
  add_end (&run, hash);
  open_seeds (&run);
  status = closing->close (closing, journal, status_of (&run));
  free (run.withheld);
  free (run.seeds);
  return status;
}
