/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdio.h>

#include "base/complain.h"
#include "command/commands.h"
#include "command/plan.h"
#include "command/run-and-report.h"

int
command_run (const struct options *options)
{
  const struct closing closing = { .report = report_find ("table") };
  struct supervisor *supervisor = supervisor_new (options->local);
  struct plan plan;
  int status = EXIT_USAGE;

  if (plan_make (&plan, options, supervisor)) {
    if (options->dry_run) {
      print_cases (stdout, &plan.cases);
      status = output_end (EXIT_PASSED);
    } else
      status = run_and_report (&plan, options, supervisor, &closing);
  }
  supervisor_free (supervisor);
  plan_free (&plan);
  return status;
}
