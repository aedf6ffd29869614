/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>

#include "clock.h"
#include "complain.h"
#include "interrupt.h"
#include "progress.h"
#include "record.h"
#include "run-record.h"
#include "run.h"
#include "xalloc.h"

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

int
run_plan (const struct plan *plan, const struct options *options,
          struct supervisor *supervisor, struct journal *journal)
{
  double start = clock_now ();
  struct progress progress;
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
    record = supervisor_run (supervisor, c);
    progress_step (&progress);
    if (record == NULL) {
      status = EXIT_HOST;
      break;
    }
    if (!passed (record) && status == EXIT_PASSED)
      status = EXIT_CASES;
    if (!journal_add (journal, record))
      status = EXIT_HOST;
  }
  progress_clear (&progress);
  if (!journal_add (journal, end_record (journal->records, clock_now () - start,
                                         interrupt_signal () != 0)))
    status = EXIT_HOST;
  return status;
}
