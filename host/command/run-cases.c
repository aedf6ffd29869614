/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>

#include "base/clock.h"
#include "base/complain.h"
#include "base/xalloc.h"
#include "command/progress.h"
#include "command/run-cases.h"
#include "process/interrupt.h"
#include "record/case-record.h"
#include "record/record.h"
#include "record/run-record.h"

static bool
passed (const json_t *record)
{
  enum status status = record_status (record);

  return status == STATUS_OK || status == STATUS_SKIPPED;
}

static void
show (struct progress *progress, const struct case_ *c)
{
  char *what = xasprintf ("%s/%s %s", c->problem->job->name, c->variant->name,
                          c->device);

  progress_show (progress, what);
  free (what);
}

/* Variants that check runs no further: what crashed or hung would most likely
 * do so again, each time for as long. */
struct given_up {
  const struct variant_desc **variant;
  size_t n;
};

static bool
is_given_up (const struct given_up *g, const struct case_ *c)
{
  for (size_t i = 0; i < g->n; i++)
    if (g->variant[i] == c->variant)
      return true;
  return false;
}

static void
note_end (struct given_up *g, const struct case_ *c, const json_t *record)
{
  enum status status = record_status (record);

  if (status != STATUS_CRASHED && status != STATUS_TIMEOUT)
    return;
  g->variant = xgrow (g->variant, g->n, sizeof (const struct variant_desc *));
  g->variant[g->n++] = c->variant;
}

static json_t *
run_case (struct supervisor *supervisor, const struct case_ *c,
          const struct given_up *g)
{
  json_t *record;

  if (c->skip != NULL || !is_given_up (g, c))
    return supervisor_run (supervisor, c);
  record = case_record (c);
  case_record_end (record, status_name[STATUS_SKIPPED],
                   "an earlier case of this variant crashed or ran out of "
                   "time");
  return record;
}

/* A run on its way. */
struct run {
  const struct options *options;
  struct supervisor *supervisor;
  struct journal *journal;
  struct progress progress;
  struct given_up given_up;
  int status;
};

/* Cases that did not pass never hide that the host failed. */
static void
add (struct run *run, json_t *record, bool good)
{
  if (!good && run->status == EXIT_PASSED)
    run->status = EXIT_CASES;
  if (!journal_add (run->journal, record))
    run->status = EXIT_HOST;
}

/* What went wrong between cases: told, since no row of a report is about it. */
static void
add_faults (struct run *run)
{
  json_t *faults = supervisor_faults (run->supervisor), *fault;
  size_t i;

  json_array_foreach (faults, i, fault)
  {
    progress_clear (&run->progress);
    complain ("family %s: %s: %s", record_text (fault, NULL, "family"),
              record_text (fault, NULL, "callback"),
              record_text (fault, NULL, "reason"));
    add (run, json_incref (fault), false);
  }
  json_decref (faults);
}

/* False when the run can't go on. */
static bool
step (struct run *run, const struct case_ *c)
{
  json_t *record;

  /* A long list of skips would only flicker. */
  if (c->skip == NULL)
    show (&run->progress, c);
  record = run_case (run->supervisor, c, &run->given_up);
  progress_step (&run->progress);
  add_faults (run);
  if (record == NULL) {
    run->status = EXIT_HOST;
    return false;
  }
  if (run->options->command == COMMAND_CHECK)
    note_end (&run->given_up, c, record);
  add (run, record, passed (record));
  return true;
}

int
run_plan (const struct plan *plan, const struct options *options,
          struct supervisor *supervisor, struct journal *journal)
{
  struct run run = { .options = options,
                     .supervisor = supervisor,
                     .journal = journal,
                     .status = EXIT_PASSED };
  double start = clock_now ();

  add (&run, run_record (plan, options), true);
  progress_start (&run.progress, plan->cases.n);
  for (size_t i = 0; i < plan->cases.n; i++)
    if (!step (&run, &plan->cases.case_[i]))
      break;
  supervisor_release (supervisor);
  add_faults (&run);
  free (run.given_up.variant);
  progress_clear (&run.progress);
  add (&run,
       end_record (journal->records, clock_now () - start,
                   interrupt_signal () != 0),
       true);
  return run.status;
}
