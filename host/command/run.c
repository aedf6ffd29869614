/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gkhost -c SUITE: makes a plan, then lists, profiles or runs its cases.
 */
#include <config.h>

#include <stdio.h>

#include "base/message.h"
#include "command/commands.h"
#include "command/assess-devices.h"
#include "command/make-plan.h"
#include "command/print-lists.h"
#include "command/run-and-report.h"
#include "command/two-builds.h"

/* False, after a message. */
static bool
make_plan (struct plan *plan, struct two_builds *builds,
           const struct options *options, struct supervisor *supervisor)
{
  return options->compare != NULL
             ? two_builds_plan (builds, plan, options, supervisor)
             : plan_make (plan, options, supervisor)
                   && (!options->profile
                       || profile_select (&plan->cases,
                                          options->profile_number));
}

int
command_run (const struct options *options)
{
  const struct closing of_run
      = { .report = report_table, .verdict = assess_run_at_end };
  const struct closing of_builds = { .verdict = two_builds_verdict };
  struct supervisor *supervisor = supervisor_new (options->local);
  struct two_builds builds = { 0 };
  struct plan plan;
  int status = EXIT_USAGE;

  if (make_plan (&plan, &builds, options, supervisor)) {
    if (options->profile && !options->in_process)
      status = profile_cases (options, &plan.cases, plan.drawn_seed);
    else if (options->dry_run) {
      if (options->format != NULL)
        print_cases_jsonl (stdout, &plan.cases);
      else
        print_cases (stdout, &plan.cases);
      status = output_end (EXIT_PASSED);
    } else
      status = run_and_report (&plan, options, supervisor,
                               options->compare != NULL ? &of_builds : &of_run);
  }
  supervisor_free (supervisor);
  plan_free (&plan);
  two_builds_free (&builds);
  return status;
}
