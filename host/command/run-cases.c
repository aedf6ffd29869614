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

int
run_plan (const struct plan *plan, const struct options *options,
          struct supervisor *supervisor, struct journal *journal)
{
  double start = clock_now ();
  struct progress progress;
  struct given_up given_up = { 0 };
  int status = EXIT_PASSED;

  if (!journal_add (journal, run_record (plan, options)))
    status = EXIT_HOST;
  progress_start (&progress, plan->cases.n);
  for (size_t i = 0; i < plan->cases.n; i++) {
    const struct case_ *c = &plan->cases.case_[i];
    json_t *record;

    /* A long list of skips would only flicker. */
    if (c->skip == NULL)
      show (&progress, c);
    record = run_case (supervisor, c, &given_up);
    progress_step (&progress);
    if (record == NULL) {
      status = EXIT_HOST;
      break;
    }
    if (options->command == COMMAND_CHECK)
      note_end (&given_up, c, record);
    if (!passed (record) && status == EXIT_PASSED)
      status = EXIT_CASES;
    if (!journal_add (journal, record))
      status = EXIT_HOST;
  }
  free (given_up.variant);
  progress_clear (&progress);
  if (!journal_add (journal, end_record (journal->records, clock_now () - start,
                                         interrupt_signal () != 0)))
    status = EXIT_HOST;
  return status;
}
