/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <string.h>

#include "base/message.h"
#include "base/interrupt.h"
#include "command/commands.h"
#include "command/assess-devices.h"
#include "command/page-file.h"
#include "command/rank-output.h"
#include "command/run-and-report.h"
#include "command/resumption.h"
#include "command/run-cases.h"
#include "run/barrier.h"
#include "run/device-lock.h"
#include "record/journal.h"

/* Of a rank whose report is not printed: that not all passed is told. */
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

/* The report and the verdict.  Records, and formats that other programs read,
 * are all there is on standard output. */
static int
print_report (const struct plan *plan, const struct options *options,
              const struct closing *closing, const struct records *records,
              bool printed, int status)
{
  bool records_only
      = options->output != NULL && strcmp (options->output, "-") == 0;
  report_fn *report = options->report;
  bool data = records_only || (report != NULL && report_is_data (report));

  if (!rank_output_shown (options))
    return end_without_report (plan, options, closing, records, status);
  if (report == NULL && !records_only)
    report = closing->report;
  if (report != NULL && !printed && !report_is_of_devices (report))
    report (stdout, records);
  if (closing->verdict != NULL)
    status = closing->verdict (data ? stderr : stdout, options, plan, records,
                               status);
  return output_end (status);
}

/* A pipeline that took skips for passes would test nothing. */
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

/* What the report takes. */
struct report_closing {
  struct run_closing closing; /* first: it is this */
  const struct plan *plan;
  const struct options *options;
  const struct closing *command;
  struct page_file *page;
};

static int
close_run (const struct run_closing *closing, struct journal *journal,
           int status)
{
  const struct report_closing *e = (const struct report_closing *)closing;

  interrupt_set_deadline ();
  status = print_report (e->plan, e->options, e->command, &journal->records,
                         closing->rows->print != NULL, status);
  if (status == EXIT_PASSED && e->options->require_ran
      && !anything_ran (&journal->records))
    status = EXIT_CASES;
  if (!page_file_close (e->page, &journal->records))
    status = EXIT_HOST;
  if (e->options->verbose)
    time_spent_print (stderr, &journal->records, e->plan->seconds);
  return journal_close (journal) ? status : EXIT_HOST;
}

/* Alone, a run takes nothing from anybody. */
static bool
lock_devices (struct device_lock *taken, const struct plan *plan,
              const struct options *options)
{
  return !rank_has_others (&options->rank)
         || device_lock_acquire (taken, &plan->cases, &plan->found);
}

/* What a run has to do with other ranks. */
struct rank_resources {
  struct device_lock lock;
  struct barrier barrier;
};

static bool
join_ranks (struct rank_resources *company, const struct plan *plan,
            const struct options *options, struct supervisor *supervisor)
{
  if (!lock_devices (&company->lock, plan, options))
    return false;
  if (options->barrier <= 0)
    return true;
  supervisor_set_barrier (supervisor, &company->barrier);
  return barrier_begin (&company->barrier, &options->rank, options->barrier);
}

static int
run_into_journal (const struct plan *plan, const struct options *options,
                  struct supervisor *supervisor, struct report_closing *ending)
{
  struct rows rows = { 0 };
  struct journal journal;
  struct resumption resumption;
  int status = resumption_open (&resumption, &journal, plan, options);

  if (status != EXIT_PASSED)
    return status;
  if (!resumption.goes_on && options->report != NULL
      && rank_output_shown (options))
    rows.print = report_each (options->report);
  ending->closing.rows = &rows;
  interrupt_install ();
  status = run_plan (plan, options, supervisor, &journal, &resumption,
                     &ending->closing);
  resumption_free (&resumption);
  return status;
}

int
run_and_report (const struct plan *plan, const struct options *options,
                struct supervisor *supervisor, const struct closing *closing)
{
  struct page_file page;
  struct report_closing ending = { .closing = { .close = close_run },
                                   .plan = plan,
                                   .options = options,
                                   .command = closing,
                                   .page = &page };
  struct rank_resources company = { 0 };
  int status = EXIT_USAGE;

  if (!plan_keeps_inputs (plan, options->output)
      || (options->only_failed != NULL
          && !journal_keeps_input (options->output, options->only_failed))
      || (options->against != NULL
          && !journal_keeps_input (options->output, options->against))
      || !baseline_fits_plan (options, plan))
    return EXIT_USAGE;
  if (!page_file_open (&page, options, plan, &status))
    return status;
  if (join_ranks (&company, plan, options, supervisor))
    status = run_into_journal (plan, options, supervisor, &ending);
  page_file_close (&page, NULL);
  supervisor_set_barrier (supervisor, NULL);
  barrier_end (&company.barrier);
  device_lock_release (&company.lock);
  return status;
}
