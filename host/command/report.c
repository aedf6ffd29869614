/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdio.h>

#include "base/complain.h"
#include "command/commands.h"
#include "command/output.h"
#include "record/journal.h"

int
command_report (const struct options *options)
{
  json_t *records = journal_read (options->argument[0]);
  report_fn *report = options->report;

  if (records == NULL)
    return EXIT_USAGE;
  if (report == NULL)
    report = report_find ("table");
  report (stdout, records);
  json_decref (records);
  return output_end (EXIT_PASSED);
}
