/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdio.h>

#include "base/complain.h"
#include "command/commands.h"
#include "record/runs.h"
#include "report/pictures.h"

/* A table of rows can't tell one run from another, and a page and a picture are
 * of one. */
static bool
fits (report_fn *report, const struct runs *runs, const char *path)
{
  const char *what = report == report_csv    ? "rows of csv don't tell apart"
                     : report == report_html ? "one page has no room for"
                     : report == report_svg  ? "one picture has no room for"
                                             : NULL;

  if (what == NULL || runs->n == 1)
    return true;
  complain ("%s has %zu runs, which %s: give one of them, such as the last: "
            "tail -n +%d FILE | gkhost report - --format %s",
            path, runs->n, what, runs->line[runs->n - 1], report_name (report));
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
  bool good, drawn = true;

  if (!runs_read_each (&runs, path, each != NULL ? print_record : NULL, &each))
    return output_end (EXIT_USAGE);
  good = fits (report, &runs, path);
  for (size_t i = 0; i < runs.n && good; i++) {
    if (i > 0 && !report_is_data (report))
      fputs ("\n", stdout);
    if (report == report_svg)
      drawn = picture_print (stdout, &runs.run[i], options->only);
    else
      report (stdout, &runs.run[i]);
  }
  runs_free (&runs);
  return good && drawn ? output_end (EXIT_PASSED) : EXIT_USAGE;
}
