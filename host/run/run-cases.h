/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A run: runs every case of a plan that has no result yet, in the sequence of
 * the schedule, and appends the records to a journal.  Each record goes to the
 * journal first, then to the caller, which prints it.  A check skips some cases
 * (runner.c).
 */
#ifndef RUN_CASES_H
#define RUN_CASES_H

#include <stdbool.h>

#include "record/journal.h"
#include "run/plan.h"
#include "run/resumption.h"
#include "run/supervisor.h"

/* The callbacks of a run. */
struct run_closing {
  bool prints_rows; /* print writes to standard output as cases end */
  /* Prints the row of a record that is in the journal.  False, after one
   * message, when standard output can't be written. */
  bool (*print) (const struct run_closing *, const struct record *);
  /* Prints which case runs next; may be NULL. */
  void (*announce) (const struct case_record *);
  /* Called at the end of the run, in any case, with all records in the journal,
   * which it closes.  status: EXIT_PASSED, EXIT_CASES or EXIT_HOST so far.
   * Returns the exit status of the program. */
  int (*close) (const struct run_closing *, struct journal *, int status);
};

/* Runs the cases.  Returns what closing->close returns. */
int run_plan (const struct plan *plan, const struct run_options *options,
              struct supervisor *supervisor, struct journal *journal,
              const struct resumption *resumption,
              const struct run_closing *closing);

#endif
