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

/* The report, unless the records themselves went to standard output. */
static int
print_report (const struct options *options, const struct records *records)
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
  if (print_report (options, &journal.records) != EXIT_PASSED)
    status = EXIT_HOST;
  if (options->verbose)
    time_spent_print (stderr, &journal.records, plan->seconds);
  if (!journal_close (&journal))
    status = EXIT_HOST;
  return status;
}

int
command_run (const struct options *options)
{
  struct supervisor *supervisor = supervisor_new (options->in_process);
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
