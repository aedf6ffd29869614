/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/complain.h"
#include "base/printable.h"
#include "base/xalloc.h"
#include "command/check-spared.h"
#include "command/findings.h"
#include "command/progress.h"
#include "command/run-cases.h"
#include "process/interrupt.h"
#include "record/case-record.h"
#include "record/end-record.h"
#include "record/figures.h"
#include "record/run-record.h"
#include "report/describe.h"

static void
show (struct progress *progress, const struct case_ *c)
{
  char *what = xasprintf ("%s/%s %s", c->problem->job->name, c->variant->name,
                          c->device);

  progress_show (progress, what);
  free (what);
}

static struct case_record *
run_case (struct supervisor *supervisor, const struct case_ *c,
          const struct spared *spared, struct pool *pool)
{
  const char *why = c->skip == NULL ? spared_why (spared, c) : NULL;
  struct case_record *record;

  if (why == NULL)
    return supervisor_run (supervisor, c, pool);
  record = case_record_new (pool, c);
  case_record_end (record, pool, STATUS_SKIPPED, why);
  return record;
}

/* To be read among what a sanitizer prints. */
static void
announce (const struct case_ *c, struct pool *pool)
{
  char *text = describe_case (case_record_new (pool, c));

  print_line (stdout, CASE_MARK "%s", text);
  fflush (stdout);
  free (text);
}

/* A run on its way. */
struct run {
  const struct options *options;
  const struct device_records *found;
  struct supervisor *supervisor;
  struct journal *journal;
  struct progress progress;
  struct spared spared; /* of a check */
  size_t count[N_STATUS], faults;
  int status;
};

/* Cases that did not pass never hide that the host failed. */
static void
add (struct run *run, const struct fields *fields, void *record, bool good)
{
  if (!good && run->status == EXIT_PASSED)
    run->status = EXIT_CASES;
  if (!journal_add (run->journal, fields, record))
    run->status = EXIT_HOST;
}

/* What went wrong between cases: told, since no row of a report is about it. */
static void
add_faults (struct run *run)
{
  struct fault_record *fault;

  while ((fault = supervisor_next_fault (run->supervisor)) != NULL) {
    progress_clear (&run->progress);
    if (fault->variant != NULL)
      complain ("%s/%s: %s", fault->job, fault->variant, fault->reason);
    else
      complain ("family %s: %s: %s", fault->family, fault->callback,
                fault->reason);
    run->faults++;
    add (run, &fault_fields, fault, false);
  }
}

/* False when the run can't go on. */
static bool
step (struct run *run, const struct case_ *c)
{
  struct pool *pool = &run->journal->records.pool;
  struct case_record *record;
  enum status status;

  /* A long list of skips would only flicker. */
  if (c->skip == NULL)
    show (&run->progress, c);
  if (c->skip == NULL && run->options->sanitizer)
    announce (c, pool);
  record = run_case (run->supervisor, c, &run->spared, pool);
  progress_step (&run->progress);
  add_faults (run);
  if (record == NULL) {
    run->status = EXIT_HOST;
    return false;
  }
  figures_set (record, device_record_find (run->found, c->device), pool);
  status = record->result.status;
  run->count[status]++;
  if (run->options->command == COMMAND_CHECK)
    spared_note (&run->spared, c, record);
  add (run, &case_fields, record, case_passes (record));
  return true;
}

static void
add_run (struct run *run, const struct plan *plan)
{
  const struct run_facts facts = { .argc = run->options->argc,
                                   .argv = run->options->argv,
                                   .suite = &plan->suite,
                                   .catalog = &plan->catalog,
                                   .devices = &plan->found };

  add (run, &run_fields, run_record_new (&run->journal->records.pool, &facts),
       true);
}

static void
add_end (struct run *run, double wall_s)
{
  struct end_record *end
      = end_record_new (&run->journal->records.pool, run->count, wall_s);

  if (run->faults > 0)
    end->faults = (int64_t)run->faults;
  if (interrupt_signal () != 0)
    end->interrupted = FLAG_YES;
  add (run, &end_fields, end, true);
}

int
run_plan (const struct plan *plan, const struct options *options,
          struct supervisor *supervisor, struct journal *journal)
{
  struct run run = { .options = options,
                     .found = &plan->found,
                     .supervisor = supervisor,
                     .journal = journal,
                     .status = EXIT_PASSED };
  double start = clock_now ();

  add_run (&run, plan);
  progress_start (&run.progress, plan->cases.n);
  for (size_t i = 0; i < plan->cases.n; i++)
    if (!step (&run, &plan->cases.case_[i]))
      break;
  supervisor_release (supervisor);
  add_faults (&run);
  spared_free (&run.spared);
  progress_clear (&run.progress);
  add_end (&run, clock_now () - start);
  return run.status;
}
