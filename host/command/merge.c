/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdio.h>

#include "base/message.h"
#include "command/assess-devices.h"
#include "command/merge.h"
#include "report/fleet/missing.h"
#include "report/fleet/device-health.h"

void
merge_add (struct fleet *fleet, const struct runs *runs, const char *path)
{
  bool good = true;

  for (size_t i = 0; i < runs->n; i++)
    good = fleet_add (fleet, &runs->run[i], path, runs->line[i]) && good;
  fleet->n_refused += !good;
}

static bool
is_whole (const struct fleet *fleet)
{
  struct missing missing;
  bool whole;

  missing_find (&missing, fleet);
  whole = missing_is_none (&missing) && fleet->n_refused == 0;
  missing_free (&missing);
  return whole;
}

int
merge_report (struct fleet *fleet, const struct options *options)
{
  report_fn *report
      = options->report != NULL ? options->report : report_find ("table");
  report_fleet_fn *print = report_of_fleet (report);
  struct baseline baseline;
  int status = EXIT_USAGE;

  if (print == NULL) {
    message_print ("several hosts have no report in this format: take table, "
                   "markdown, jsonl or openmetrics");
    return EXIT_USAGE;
  }
  if (!baseline_read (&baseline, options))
    return EXIT_USAGE;
  if (assess_fleet (fleet, options, &baseline)) {
    print (stdout, fleet);
    status
        = fleet_is_bad (fleet) || !is_whole (fleet) ? EXIT_CASES : EXIT_PASSED;
  }
  baseline_free (&baseline);
  return status;
}
