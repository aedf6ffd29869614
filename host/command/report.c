/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdio.h>
#include <string.h>

#include "base/message.h"
#include "command/commands.h"
#include "command/assess-devices.h"
#include "command/merge-files.h"
#include "command/merge.h"
#include "record/runs.h"
#include "report/page/pictures.h"

static report_fn *
report_of (const struct options *options)
{
  return options->report != NULL ? options->report : report_find ("table");
}

/* A table of rows can't tell one run from another, and a page and a picture are
 * of one. */
static bool
runs_fit_format (report_fn *report, const struct runs *runs, const char *path)
{
  const char *what = report == report_csv    ? "rows of csv don't tell apart"
                     : report == report_html ? "one page has no room for"
                     : report == report_svg  ? "one picture has no room for"
                                             : NULL;

  if (what == NULL || runs->n == 1)
    return true;
  message_print (
      "%s has %zu runs, which %s: give one of them, such as the last: "
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

/* Of data without devices nothing is judged: whoever reads it does. */
static bool
shows_health (const struct options *options)
{
  return !report_is_data (report_of (options))
         || report_is_of_devices (report_of (options));
}

static int
report_run (const struct options *options, const struct records *records,
            const char *path, int status)
{
  report_fn *report = report_of (options);

  if (report == report_svg)
    return picture_print (stdout, records, options->only) ? status : EXIT_USAGE;
  if (!report_is_of_devices (report))
    report (stdout, records);
  return shows_health (options) ? assess_run (options, records, path, status)
                                : status;
}

/* Each run by itself; devices those of the last. */
static int
report_runs (const struct options *options, const struct runs *runs,
             const char *path)
{
  int status = EXIT_PASSED;

  if (report_is_of_devices (report_of (options)))
    return report_run (options, &runs->run[runs->n - 1], path, status);
  for (size_t i = 0; i < runs->n && status != EXIT_USAGE; i++) {
    if (i > 0 && !report_is_data (report_of (options)))
      fputs ("\n", stdout);
    status = report_run (options, &runs->run[i], path, status);
  }
  return status;
}

/* Files of several hosts that were put together are as those files. */
static int
report_file (const struct options *options, const char *path)
{
  report_record_fn *each = report_each (report_of (options));
  struct fleet fleet = { .n_files = 1 };
  struct runs runs;
  int status = EXIT_USAGE;

  if (!runs_read_each (&runs, path, each != NULL ? print_record : NULL, &each))
    return EXIT_USAGE;
  if (runs_fit_format (report_of (options), &runs, path)) {
    if (shows_health (options) && runs.n > 1)
      merge_add (&fleet, &runs, path);
    status = fleet_is_of_several (&fleet) ? merge_report (&fleet, options)
                                          : report_runs (options, &runs, path);
  }
  fleet_free (&fleet);
  runs_free (&runs);
  return status;
}

static int
report_each_file (const struct options *options)
{
  int status = EXIT_PASSED;

  for (int i = 0; i < options->n_arguments; i++) {
    int of_file;

    if (i > 0 && !report_is_data (report_of (options)))
      fputs ("\n", stdout);
    of_file = report_file (options, options->argument[i]);
    status = of_file > status ? of_file : status;
  }
  return status;
}

static bool
files_fit (const struct options *options)
{
  if (!shows_health (options) && report_each (report_of (options)) == NULL) {
    message_print ("--format %s is of one run: give one file",
                   report_name (report_of (options)));
    return false;
  }
  if (report_of (options) == report_csv) {
    message_print (
        "rows of csv don't tell one file from another: give one file");
    return false;
  }
  for (int i = 0; i < options->n_arguments; i++)
    if (strcmp (options->argument[i], "-") == 0) {
      message_print (
          "standard input is given beside files: give files alone, or "
          "put them together: cat FILE... | gkhost report -");
      return false;
    }
  return true;
}

/* Of one host the files are one report each, as its runs in one file are. */
static int
report_files (const struct options *options)
{
  struct fleet fleet = { 0 };
  int status;

  if (!files_fit (options))
    return EXIT_USAGE;
  if (!shows_health (options))
    return report_each_file (options);
  merge_files (&fleet, options);
  if (fleet.n_runs == 0)
    status = EXIT_USAGE;
  else if (fleet_is_of_several (&fleet) || fleet.n_refused > 0
           || report_is_of_devices (report_of (options)))
    status = merge_report (&fleet, options);
  else
    status = report_each_file (options);
  fleet_free (&fleet);
  return status;
}

int
command_report (const struct options *options)
{
  return output_end (options->n_arguments == 1
                         ? report_file (options, options->argument[0])
                         : report_files (options));
}
