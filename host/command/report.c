/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gkhost report: prints the report of records.  A file with several runs of one
 * host has a report a run.  Files of several hosts or ranks are merged into one
 * report of a fleet: each file is read once, by one of several threads, and of
 * each only what the report needs stays in memory.
 */
#include <config.h>

#include <jansson.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/message.h"
#include "base/processors.h"
#include "command/commands.h"
#include "record/runs.h"
#include "report/compare/comparison.h"
#include "report/fleet/fleet.h"

/* ---- Several hosts or ranks: one report ---- */

/* The largest file that is merged, in bytes: a file has the records of one
 * rank, and is in memory while it is read. */
#define FILE_MOST ((off_t)256 << 20)

/* Each thread has a file in memory. */
enum { THREADS_MOST = 8 };

/* Shared by the threads that read. */
struct merge_files {
  pthread_mutex_t lock; /* of all that follows */
  pthread_cond_t added; /* n_added has changed */
  struct fleet *fleet;
  const struct options *options;
  int next;    /* file to read */
  int n_added; /* files; the next to add has this number */
};

static bool
is_too_large (const char *path)
{
  struct stat about;

  if (stat (path, &about) < 0 || !S_ISREG (about.st_mode)
      || about.st_size <= FILE_MOST)
    return false;
  message_print (
      "%s has %lld bytes, and a file among others may have %lld: it is left "
      "out",
      path, (long long)about.st_size, (long long)FILE_MOST);
  return true;
}

/* Adds the runs of one file.  A run that can't be identified is left out, after
 * a message. */
static void
merge_add (struct fleet *fleet, const struct runs *runs, const char *path)
{
  bool good = true;

  for (size_t i = 0; i < runs->n; i++)
    good = fleet_add (fleet, &runs->run[i], path, runs->line[i]) && good;
  fleet->n_refused += !good;
}

static void
print_hashes (const struct options *options, const struct runs *runs,
              const char *path)
{
  for (size_t i = 0; options->verbose && i < runs->n; i++)
    hashes_print (stderr, path, records_run (&runs->run[i]));
}

/* Adds the runs of a file.  A file that an earlier line named first is waited
 * for, so that the report is the same each time. */
static void
add_in_turn (struct merge_files *r, int number, const struct runs *runs)
{
  pthread_mutex_lock (&r->lock);
  while (r->n_added < number)
    pthread_cond_wait (&r->added, &r->lock);
  r->fleet->n_files++;
  print_hashes (r->options, runs, r->options->argument[number]);
  if (runs->n > 0)
    merge_add (r->fleet, runs, r->options->argument[number]);
  else
    r->fleet->n_refused++;
  r->n_added++;
  pthread_cond_broadcast (&r->added);
  pthread_mutex_unlock (&r->lock);
}

static int
take_next (struct merge_files *r)
{
  int number;

  pthread_mutex_lock (&r->lock);
  number = r->next++;
  pthread_mutex_unlock (&r->lock);
  return number;
}

static void *
read_files (void *user)
{
  struct merge_files *r = user;
  int number;

  while ((number = take_next (r)) < r->options->n_arguments) {
    const char *path = r->options->argument[number];
    struct runs runs = { 0 };

    if (!is_too_large (path))
      runs_read (&runs, path);
    add_in_turn (r, number, &runs);
    runs_free (&runs);
  }
  return NULL;
}

static int
threads_for (int n_files)
{
  cpu_set_t usable;
  int n;

  processors_get_usable (&usable);
  n = CPU_COUNT (&usable) < THREADS_MOST ? CPU_COUNT (&usable) : THREADS_MOST;
  return n < n_files ? n : n_files;
}

/* Adds the runs of the files that the options name, in their order.  A file
 * that can't be read is left out, after a message. */
static void
merge_files (struct fleet *fleet, const struct options *options)
{
  struct merge_files files = { .lock = PTHREAD_MUTEX_INITIALIZER,
                               .added = PTHREAD_COND_INITIALIZER,
                               .fleet = fleet,
                               .options = options };
  pthread_t thread[THREADS_MOST];
  int n = 0, wanted = threads_for (options->n_arguments);

  /* Otherwise the first thread to parse would seed, in a race. */
  json_object_seed (0);
  /* This thread reads, too; alone when no other can be started. */
  while (n + 1 < wanted
         && pthread_create (&thread[n], NULL, read_files, &files) == 0)
    n++;
  read_files (&files);
  for (int i = 0; i < n; i++)
    pthread_join (thread[i], NULL);
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

static const struct format *
format_of (const struct options *options)
{
  return options->format != NULL ? options->format : format_at (0);
}

/* Assesses the devices of the fleet and prints its report.  Returns the exit
 * status. */
static int
merge_report (struct fleet *fleet, const struct options *options)
{
  const struct format *format = format_of (options);
  struct baseline baseline;
  int status = EXIT_USAGE;

  if (format->print_fleet == NULL) {
    message_print ("several hosts have no report in this format: choose table, "
                   "markdown, jsonl or openmetrics");
    return EXIT_USAGE;
  }
  if (options->columns.n > 0) {
    message_print ("the report of several hosts has no rows of cases: leave "
                   "out --columns, or give the files one by one");
    return EXIT_USAGE;
  }
  if (!baseline_read (&baseline, options))
    return EXIT_USAGE;
  if (assess_fleet (fleet, options, &baseline)) {
    format->print_fleet (stdout, fleet);
    status
        = fleet_is_bad (fleet) || !is_whole (fleet) ? EXIT_CASES : EXIT_PASSED;
  }
  baseline_free (&baseline);
  return status;
}

/* ---- The command ---- */

/* False, after a message, when the format shows one run and the file has
 * several. */
static bool
runs_fit_format (const struct format *format, const struct runs *runs,
                 const char *path)
{
  if (format->single == NULL || runs->n == 1)
    return true;
  message_print (
      "%s has %zu runs, which %s: give one of them, such as the last: "
      "tail -n +%d FILE | gkhost report - --format %s",
      path, runs->n, format->single, runs->line[runs->n - 1], format->name);
  return false;
}

/* Prints records as they are read, before runs_read_each drops them, and keeps
 * what shows whether the run was completed. */
struct row_printer {
  const struct format *format;
  int64_t n_cases;
  struct end_record end;
  bool began, ended;
};

static bool
print_record (void *user, const struct record *record)
{
  struct row_printer *p = user;

  p->format->print_record (stdout, record);
  p->began = true;
  p->n_cases += record->fields == &case_fields;
  if (record->fields == &end_fields) {
    p->end = *(const struct end_record *)record->of;
    p->ended = true;
  }
  return !ferror (stdout);
}

/* Prints what the run lacks, which data for programs does not show.  what is
 * freed.  Returns the exit status. */
static int
report_break (char *what, const char *path, int status)
{
  if (what == NULL)
    return status;
  message_print ("%s: the run %s", path, what);
  free (what);
  return status == EXIT_PASSED ? EXIT_CASES : status;
}

/* Whether devices are assessed.  A format for other programs that does not show
 * devices leaves that to its reader. */
static bool
shows_health (const struct options *options)
{
  return !format_of (options)->is_data
         || format_is_of_devices (format_of (options));
}

static bool
is_good (const struct records *records)
{
  char *what = records_describe_break (records);
  const bool good = what == NULL && records_pass (records);

  free (what);
  return good;
}

static int
report_run (const struct options *options, const struct records *records,
            const char *path, int status)
{
  const struct format *format = format_of (options);

  if (format->print_picture != NULL
      && !format->print_picture (stdout, records, options->only))
    return EXIT_USAGE;
  if (options->columns.n > 0)
    format->print_columns (stdout, records, &options->columns);
  else if (format->print_run != NULL)
    format->print_run (stdout, records);
  if (!shows_health (options))
    return records->n == 0
               ? status
               : report_break (records_describe_break (records), path, status);
  if (status == EXIT_PASSED && !is_good (records))
    status = EXIT_CASES;
  return assess_run (options, records, path, status);
}

/* Prints a report a run.  A format of devices shows those of the last run. */
static int
report_runs (const struct options *options, const struct runs *runs,
             const char *path)
{
  int status = EXIT_PASSED;

  if (format_is_of_devices (format_of (options)))
    return report_run (options, &runs->run[runs->n - 1], path, status);
  for (size_t i = 0; i < runs->n && status != EXIT_USAGE; i++) {
    if (i > 0 && !format_of (options)->is_data)
      fputs ("\n", stdout);
    status = report_run (options, &runs->run[i], path, status);
  }
  return status;
}

static bool
is_one_of_ranks (const struct records *records)
{
  const struct run_record *run = records_run (records);

  return run != NULL && run->ranks > 1;
}

/* Ranges of missing ranks that are listed. */
enum { RANGES_MOST = 20 };

/* Prints which ranks a report of one rank lacks.  Returns the exit status. */
static int
report_missing_ranks (const struct options *options, const struct fleet *fleet,
                      int status)
{
  struct missing missing;

  missing_find (&missing, fleet);
  if (missing.n_missing > 0 && status == EXIT_PASSED)
    status = EXIT_CASES;
  if (missing.n_missing > 0 && !format_is_of_devices (format_of (options))) {
    putc ('\n', stdout);
    missing_print_ranks (stdout, &missing, RANGES_MOST);
  }
  missing_free (&missing);
  return status;
}

/* Reports the runs of one file, which the fleet has where there are several, or
 * ranks. */
static int
report_fleet_or_runs (const struct options *options, struct fleet *fleet,
                      const struct runs *runs, const char *path)
{
  if (fleet->n_refused > 0 && fleet->n_runs == 0)
    return EXIT_USAGE;
  if (fleet_is_of_several (fleet))
    return merge_report (fleet, options);
  return report_missing_ranks (options, fleet,
                               report_runs (options, runs, path));
}

/* A file made by `cat` of several hosts' files is reported as those files. */
static int
report_file (const struct options *options, const char *path)
{
  struct row_printer rows = { .format = format_of (options) };
  struct fleet fleet = { .n_files = 1 };
  struct runs runs;
  int status = EXIT_USAGE;

  /* Hashes are of runs that are kept. */
  if (!runs_read_each (&runs, path,
                       rows.format->print_record != NULL && !options->verbose
                           ? print_record
                           : NULL,
                       &rows))
    return EXIT_USAGE;
  print_hashes (options, &runs, path);
  if (runs_fit_format (rows.format, &runs, path)) {
    if (shows_health (options) && (runs.n > 1 || is_one_of_ranks (runs.run)))
      merge_add (&fleet, &runs, path);
    status = report_fleet_or_runs (options, &fleet, &runs, path);
  }
  if (rows.began)
    status = report_break (
        run_describe_break (rows.ended ? &rows.end : NULL, rows.n_cases), path,
        status);
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

    if (i > 0 && !format_of (options)->is_data)
      fputs ("\n", stdout);
    of_file = report_file (options, options->argument[i]);
    status = of_file > status ? of_file : status;
  }
  return status;
}

static bool
files_fit (const struct options *options)
{
  const struct format *format = format_of (options);

  if (!shows_health (options)
      && (format->print_record == NULL || format->single != NULL)) {
    message_print ("--format %s shows one run: give one file", format->name);
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

/* Files of one host are reported one by one, as its runs in one file are. */
static int
report_files (const struct options *options)
{
  struct options printed = *options;
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
           || format_is_of_devices (format_of (options)))
    status = merge_report (&fleet, options);
  else {
    printed.verbose = false;
    status = report_each_file (&printed);
  }
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

/* gkhost compare: compares two runs, or the two builds of a run with --compare.
 */

/* Reads a file of one run.  False, after a message. */
static bool
read_run (struct runs *runs, const char *path)
{
  if (!runs_read (runs, path))
    return false;
  /* A report says so in its heading. */
  for (size_t i = 0; i < runs->n; i++)
    if (records_run (&runs->run[i])->parts.changed)
      message_print ("%s: records were changed after the run wrote them", path);
  if (runs->n == 1)
    return true;
  message_print (
      "%s has %zu runs: give a file with one of them, such as the last: "
      "tail -n +%d",
      path, runs->n, runs->line[runs->n - 1]);
  runs_free (runs);
  return false;
}

static int
compare_runs (const struct options *options, const struct runs *old,
              const struct runs *new)
{
  struct comparison comparison = {
    .old = { .path = options->argument[0], .records = &old->run[0] },
    .new = { .path = options->argument[1], .records = &new->run[0] },
    .margin = options->margin_value,
    .allow_missing = options->allow_missing,
  };
  int status;

  if (!comparison_make (&comparison, options->across))
    return EXIT_USAGE;
  options->changes->print_comparison (stdout, &comparison.changes);
  status = comparison_is_bad (&comparison) ? EXIT_CASES : EXIT_PASSED;
  comparison_free (&comparison);
  return output_end (status);
}

/* Repeats the comparison of a run with --compare. */
static int
compare_builds (const struct options *options, const struct runs *runs)
{
  const struct run_record *run = records_run (&runs->run[0]);

  if (run != NULL && run->sides.n == 2)
    return output_end (
        two_builds_compare (stdout, options, &runs->run[0], &run->sides));
  message_print (
      "%s is of no run with --compare: give the records of another run, "
      "to compare it with",
      options->argument[0]);
  return EXIT_USAGE;
}

int
command_compare (const struct options *options)
{
  struct runs old, new;
  int status = EXIT_USAGE;

  if (!read_run (&old, options->argument[0]))
    return EXIT_USAGE;
  if (options->n_arguments == 1)
    status = compare_builds (options, &old);
  else if (read_run (&new, options->argument[1])) {
    status = compare_runs (options, &old, &new);
    runs_free (&new);
  }
  runs_free (&old);
  return status;
}
