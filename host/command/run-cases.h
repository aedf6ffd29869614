/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A run: every case of a plan that has no result yet, in order, into a journal.
 * A check spares itself some.
 */
#ifndef RUN_CASES_H
#define RUN_CASES_H

#include "command/options.h"
#include "command/plan.h"
#include "command/resumption.h"
#include "command/rows.h"
#include "run/supervisor.h"
#include "record/journal.h"

/* What follows on records, and when all are in the journal, those of the whole
 * run, and however it ended. */
struct run_closing {
  struct rows *rows; /* each record goes there when it is in the journal */
  /* status: EXIT_PASSED, EXIT_CASES or EXIT_HOST so far; the program's. */
  int (*close) (const struct run_closing *, struct journal *, int status);
};

/* The exit status that closing gives. */
int run_plan (const struct plan *plan, const struct options *options,
              struct supervisor *supervisor, struct journal *journal,
              const struct resumption *resumption,
              const struct run_closing *closing);

#endif
