/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <string.h>

#include "base/complain.h"
#include "base/interrupt.h"
#include "command/commands.h"
#include "command/page-file.h"
#include "command/run-and-report.h"
#include "command/resumption.h"
#include "command/run-cases.h"
#include "record/journal.h"

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

  if (report == NULL && !records_only)
    report = closing->report;
  if (report != NULL && !printed)
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
  complain ("nothing ran: every case was skipped, for the reasons in the "
            "report; leave out --require-ran if that is all right");
  return false;
}

/* What the report takes. */
struct ending {
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
  const struct ending *e = (const struct ending *)closing;

  interrupt_hasten ();
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

int
run_and_report (const struct plan *plan, const struct options *options,
                struct supervisor *supervisor, const struct closing *closing)
{
  struct rows rows = { 0 };
  struct page_file page;
  const struct ending ending
      = { .closing = { .rows = &rows, .close = close_run },
          .plan = plan,
          .options = options,
          .command = closing,
          .page = &page };
  struct journal journal;
  struct resumption resumption;
  int status;

  if (!plan_spared (plan, options->output)
      || (options->only_failed != NULL
          && !journal_spares (options->output, options->only_failed)))
    return EXIT_USAGE;
  if (!page_file_open (&page, options, plan, &status))
    return status;
  status = resumption_open (&resumption, &journal, plan, options);
  if (status != EXIT_PASSED) {
    page_file_close (&page, NULL);
    return status;
  }
  if (!resumption.goes_on && options->report != NULL)
    rows.print = report_each (options->report);
  interrupt_watch ();
  status = run_plan (plan, options, supervisor, &journal, &resumption,
                     &ending.closing);
  resumption_free (&resumption);
  return status;
}
