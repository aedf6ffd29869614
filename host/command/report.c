/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdio.h>

#include "base/complain.h"
#include "command/commands.h"
#include "record/runs.h"

/* A table of rows can't tell one run from another. */
static bool
fits (report_fn *report, const struct runs *runs, const char *path)
{
  if (report != report_csv || runs->n == 1)
    return true;
  complain ("%s has %zu runs, which rows of csv don't tell apart: give one of "
            "them, such as the last: tail -n +%d FILE | gkhost report - "
            "--format csv",
            path, runs->n, runs->line[runs->n - 1]);
  return false;
}

/* No record is kept for those behind it. */
static bool
print_record (void *user, const struct record *record)
{
  report_record_fn *const *print = user;

  (*print) (stdout, record);
  return !ferror (stdout);
}

int
command_report (const struct options *options)
{
  report_fn *report
      = options->report != NULL ? options->report : report_find ("table");
  report_record_fn *each = report_each (report);
  const char *path = options->argument[0];
  struct runs runs;
  bool good;

  if (!runs_read_each (&runs, path, each != NULL ? print_record : NULL, &each))
    return output_end (EXIT_USAGE);
  good = fits (report, &runs, path);
  for (size_t i = 0; i < runs.n && good; i++) {
    if (i > 0 && !report_is_data (report))
      fputs ("\n", stdout);
    report (stdout, &runs.run[i]);
  }
  runs_free (&runs);
  return good ? output_end (EXIT_PASSED) : EXIT_USAGE;
}
