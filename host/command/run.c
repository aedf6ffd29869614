/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdio.h>
#include <string.h>

#include "base/complain.h"
#include "command/commands.h"
#include "command/plan.h"
#include "command/print-cases.h"
#include "command/run-cases.h"
#include "command/time-spent.h"
#include "process/interrupt.h"
#include "process/supervisor.h"
#include "record/journal.h"
#include "record/record.h"

/* The report, unless the records themselves went to standard output. */
static int
print_report (const struct options *options, const json_t *records)
{
  bool to_stdout = options->output != NULL && !strcmp (options->output, "-");
  report_fn *report = options->report;

  if (report == NULL && !to_stdout)
    report = report_find ("table");
  if (report != NULL)
    report (stdout, records);
  /* Only the flush knows whether a full disk took it. */
  if (fflush (stdout) == 0 && !ferror (stdout))
    return EXIT_PASSED;
  complain ("the report could not be written to standard output");
  return EXIT_HOST;
}

/* A pipeline that took skips for passes would test nothing. */
static bool
anything_ran (const json_t *records)
{
  const json_t *record;
  size_t i;

  json_array_foreach (records, i, record)
  {
    if (record_is_case (record) && record_status (record) != STATUS_SKIPPED)
      return true;
  }
  complain (
      "nothing ran: every case was skipped, for the reasons in the report; "
      "leave out --require-ran where that may be");
  return false;
}

static int
run_and_report (const struct plan *plan, const struct options *options,
                struct supervisor *supervisor)
{
  struct journal journal;
  int status;

  if (!journal_open (&journal, options->output))
    return EXIT_HOST;
  interrupt_watch (options->in_process);
  status = run_plan (plan, options, supervisor, &journal);
  if (print_report (options, journal.records) != EXIT_PASSED)
    status = EXIT_HOST;
  if (status == EXIT_PASSED && options->require_ran
      && !anything_ran (journal.records))
    status = EXIT_CASES;
  if (options->verbose)
    time_spent_print (stderr, journal.records, plan->seconds);
  if (!journal_close (&journal))
    status = EXIT_HOST;
  return status;
}

int
command_run (const struct options *options)
{
  struct supervisor *supervisor = supervisor_new (options->local);
  struct plan plan;
  int status = EXIT_USAGE;

  if (plan_make (&plan, options, supervisor)) {
    if (options->dry_run) {
      print_cases (stdout, &plan.cases);
      status = fflush (stdout) == 0 ? EXIT_PASSED : EXIT_HOST;
    } else if (plan_spared (&plan, options->output))
      status = run_and_report (&plan, options, supervisor);
  }
  supervisor_free (supervisor);
  plan_free (&plan);
  if (interrupt_signal () != 0)
    interrupt_die ();
  return status;
}
