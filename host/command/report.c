/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdio.h>

#include "base/complain.h"
#include "command/commands.h"
#include "record/journal.h"

int
command_report (const struct options *options)
{
  report_fn *report = options->report;
  struct records records;

  if (!journal_read (&records, options->argument[0]))
    return EXIT_USAGE;
  if (report == NULL)
    report = report_find ("table");
  report (stdout, &records);
  records_free (&records);
  return output_end (EXIT_PASSED);
}
