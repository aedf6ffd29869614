/* SPDX-License-Identifier: BSD-3-Clause
 *
 * From a plan to a report: checks which files the run writes, locks devices
 * against other ranks, runs the plan into a journal (run/run-cases.h), and
 * prints the report.  Formats with a row a case are printed as cases end, the
 * others when the run has ended.
 */
#include <config.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/interrupt.h"
#include "base/message.h"
#include "base/printable.h"
#include "base/read-file.h"
#include "command/commands.h"
#include "record/runs.h"
#include "report/describe.h"
#include "report/report.h"
#include "run/preflight.h"
#include "run/resumption.h"
#include "run/run-cases.h"

/* For a rank that prints no report: computes the exit status, and prints how
 * many cases did not pass. */
static int
end_without_report (const struct plan *plan, const struct options *options,
                    const struct closing *closing,
                    const struct records *records, int status)
{
  FILE *nowhere = closing->verdict != NULL ? fopen ("/dev/null", "w") : NULL;
  size_t n = 0, failed = 0;

  if (nowhere != NULL) {
    status = closing->verdict (nowhere, options, plan, records, status);
    fclose (nowhere);
  }
  for (size_t i = 0; i < records->n; i++) {
    const struct case_record *c = records_case (records, i);

    n += c != NULL;
    failed += c != NULL && !case_passes (c);
  }
  if (failed > 0)
    message_print ("%zu of %zu cases did not pass: see gkhost report %s",
                   failed, n,
                   options->output != NULL ? options->output
                                           : "of the file that -o names");
  return status;
}

/* Prints the report and the verdict.  When records or data for other programs
 * go to standard output, the verdict goes to standard error. */
static int
print_report (const struct plan *plan, const struct options *options,
              const struct closing *closing, const struct records *records,
              bool printed, int status)
{
  bool records_only
      = options->output != NULL && strcmp (options->output, "-") == 0;
  const struct format *format = options->format;
  report_fn *report = format != NULL ? format->print_run
                      : records_only ? NULL
                                     : closing->report;
  bool data = records_only || (format != NULL && format->is_data);

  if (!rank_output_shown (options))
    return end_without_report (plan, options, closing, records, status);
  if (options->columns.n > 0)
    (format != NULL ? format : format_at (0))
        ->print_columns (stdout, records, &options->columns);
  else if (report != NULL && !printed)
    report (stdout, records);
  if (closing->verdict != NULL)
    status = closing->verdict (data ? stderr : stdout, options, plan, records,
                               status);
  return output_end (status);
}

/* False, after a message, when every case was skipped (--require-ran). */
static bool
anything_ran (const struct records *records)
{
  for (size_t i = 0; i < records->n; i++) {
    const struct case_record *record = records_case (records, i);

    if (record != NULL && case_ran (record))
      return true;
  }
  message_print ("nothing ran: every case was skipped, for the reasons in the "
                 "report; leave out --require-ran if that is all right");
  return false;
}

/* The rows of a report that are printed as soon as their cases have ended. */
struct rows {
  /* NULL: the report is printed at the end. */
  void (*print) (FILE *out, const struct record *record);
  bool failed; /* after a message */
};

/* The row of a record; to be freed; NULL: out of memory. */
static char *
text_of (const struct rows *rows, const struct record *record, size_t *n)
{
  char *text = NULL;
  FILE *memory = open_memstream (&text, n);
  bool bad;

  if (memory == NULL)
    return NULL;
  rows->print (memory, record);
  bad = ferror (memory) != 0;
  if (fclose (memory) == 0 && !bad)
    return text;
  free (text);
  return NULL;
}

/* Bypasses the buffer of standard output, which loses track of what it wrote
 * when a write is interrupted. */
static bool
rows_print (struct rows *rows, const struct record *record)
{
  char *text;
  size_t n;

  if (rows->print == NULL)
    return true;
  if (rows->failed)
    return false;
  text = text_of (rows, record, &n);
  if (text == NULL)
    errno = ENOMEM;
  if (text == NULL || !write_all (STDOUT_FILENO, text, n)) {
    output_complain (errno);
    rows->failed = true;
  }
  free (text);
  return !rows->failed;
}

/* What a run needs for its report. */
struct report_closing {
  struct run_closing closing; /* first, so that pointers can be cast */
  const struct plan *plan;
  const struct options *options;
  const struct closing *command;
  struct rows *rows;
};

static bool
print_record (const struct run_closing *closing, const struct record *record)
{
  const struct report_closing *e = (const struct report_closing *)closing;

  return rows_print (e->rows, record);
}

/* Marks the case that the next lines of the sanitizer belong to. */
static void
print_case_mark (const struct case_record *record)
{
  char *text = describe_case (record);

  print_line (stdout, CASE_MARK "%s", text);
  fflush (stdout);
  free (text);
}

/* Prints what a new user would do next, until the limits of a device are
 * kept. */
static void
print_next_step (const struct plan *plan, const struct options *options)
{
  const struct device_record *device = plan->found.devices.item;
  bool has_gpu = false;

  if (options->command != COMMAND_RUN || options->quiet
      || !rank_output_shown (options) || interrupt_signal () != 0
      || !isatty (STDOUT_FILENO) || !isatty (STDERR_FILENO))
    return;
  for (size_t i = 0; i < plan->found.devices.n; i++)
    if (device_record_has_measures (&device[i]))
      return;
  for (size_t i = 0; i < plan->found.devices.n; i++)
    has_gpu |= device_kind_of (device[i].name, NULL) > GK_CPU;
  print_line (stderr,
              "next: gkhost devices (limits), the suite %s, gkhost new (a "
              "kernel of yours)",
              has_gpu ? "tutorial.ini" : "tutorial-cpu.ini");
}

/* Prints how many cases an interrupted run has not come to, and how it goes
 * on. */
static void
print_left (const struct plan *plan, const struct options *options,
            const struct records *records)
{
  size_t n = 0;

  for (size_t i = 0; i < records->n; i++)
    n += records_case (records, i) != NULL;
  if (interrupt_signal () == 0 || options->command != COMMAND_RUN
      || rank_has_others (&options->rank) || n >= plan->cases.n)
    return;
  message_print (
      "%zu of %zu cases did not run%s", plan->cases.n - n, plan->cases.n,
      options->output != NULL ? "; the same command with --resume goes on"
                              : "; with -o FILE, --resume can go on");
}

static void
print_verbosely (const struct report_closing *e, const struct records *records)
{
  time_spent_print (stderr, records, e->plan->seconds);
  if (e->options->output != NULL)
    hashes_print (stderr, e->options->output, records_run (records));
}

static int
close_run (const struct run_closing *closing, struct journal *journal,
           int status)
{
  const struct report_closing *e = (const struct report_closing *)closing;

  interrupt_set_deadline ();
  status = print_report (e->plan, e->options, e->command, &journal->records,
                         closing->prints_rows, status);
  if (status == EXIT_PASSED && e->options->require_ran
      && !anything_ran (&journal->records))
    status = EXIT_CASES;
  if (e->options->verbose)
    print_verbosely (e, &journal->records);
  print_next_step (e->plan, e->options);
  print_left (e->plan, e->options, &journal->records);
  return journal_close (journal) ? status : EXIT_HOST;
}

/* Debuggers, profilers and sanitizers see one case at a time, and a check needs
 * no comparable times. */
static struct run_options
run_options_of (const struct plan *plan, const struct options *options)
{
  return (struct run_options){
    .argc = options->argc,
    .argv = options->argv,
    .output = options->output,
    .resume = options->resume,
    .across = options->across,
    .rank = &options->rank,
    .check = options->command == COMMAND_CHECK,
    .in_process = options->in_process,
    .beside = options->command != COMMAND_CHECK && !options->in_process
              && plan->jobs.parallel == PARALLEL_DEVICES && !options->sanitizer
              && !options->profile,
    .shows_progress = rank_output_shown (options) && !options->quiet,
  };
}

static int
run_into_journal (const struct plan *plan, const struct options *options,
                  struct supervisor *supervisor, struct report_closing *closing)
{
  const struct run_options run = run_options_of (plan, options);
  struct rows rows = { 0 };
  struct journal journal;
  struct resumption resumption;
  int status = resumption_open (&resumption, &journal, plan, &run);

  if (status != EXIT_PASSED)
    return status;
  if (!resumption.goes_on && options->format != NULL
      && rank_output_shown (options))
    rows.print = options->format->print_record;
  closing->rows = &rows;
  closing->closing.prints_rows = rows.print != NULL;
  closing->closing.print = print_record;
  if (options->sanitizer)
    closing->closing.announce = print_case_mark;
  interrupt_install ();
  status = run_plan (plan, &run, supervisor, &journal, &resumption,
                     &closing->closing);
  resumption_free (&resumption);
  return status;
}

int
run_and_report (const struct plan *plan, const struct options *options,
                struct supervisor *supervisor, const struct closing *closing)
{
  struct report_closing report_closing = { .closing = { .close = close_run },
                                           .plan = plan,
                                           .options = options,
                                           .command = closing };
  struct device_lock lock = { 0 };
  int status = EXIT_USAGE;

  if (!plan_keeps_inputs (plan, options->output)
      || (options->against != NULL
          && !journal_keeps_input (options->output, options->against))
      || !baseline_fits_plan (options, plan))
    return EXIT_USAGE;
  if (!rank_has_others (&options->rank)
      || device_lock_acquire (&lock, &plan->cases, &plan->found))
    status = run_into_journal (plan, options, supervisor, &report_closing);
  device_lock_release (&lock);
  return status;
}

int
output_complain (int error)
{
  const char *remedy = write_all_remedy (error);

  message_print ("standard output is not complete%s%s: %s",
                 error != 0 ? ": " : "", error != 0 ? strerror (error) : "",
                 remedy != NULL ? remedy : "send it where there is room");
  return EXIT_HOST;
}

int
output_end (int status)
{
  if (fflush (stdout) != 0)
    return output_complain (errno);
  return ferror (stdout) ? output_complain (0) : status;
}
