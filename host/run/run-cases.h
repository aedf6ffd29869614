/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A run: every case of a plan that has no result yet, in the order of the
 * schedule, into a journal.  Each record goes to the journal first, then to the
 * caller, who prints it.  A check skips some cases (check-skip.h).
 */
#ifndef RUN_CASES_H
#define RUN_CASES_H

#include <stdbool.h>

#include "record/journal.h"
#include "run/plan.h"
#include "run/resumption.h"
#include "run/run-options.h"
#include "run/supervisor.h"

/* The caller's part of a run. */
struct run_closing {
  bool prints_rows; /* print writes to standard output as cases end */
  /* Prints what a report has of a record that is in the journal.  False when
   * standard output can't be written; it complains of that once. */
  bool (*print) (const struct run_closing *, const struct record *);
  /* Prints which case runs next; NULL: nothing is printed. */
  void (*announce) (const struct case_record *);
  /* Called with the whole run in the journal, however it ended.  status:
   * EXIT_PASSED, EXIT_CASES or EXIT_HOST so far.  Returns the program's. */
  int (*close) (const struct run_closing *, struct journal *, int status);
};

/* Runs the cases.  Returns the exit status that closing gives. */
int run_plan (const struct plan *plan, const struct run_options *options,
              struct supervisor *supervisor, struct journal *journal,
              const struct resumption *resumption,
              const struct run_closing *closing);

#endif
