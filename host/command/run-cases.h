/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A run: every case of a plan, in order, into a journal.  A check
 * spares itself some.
 */
#ifndef RUN_CASES_H
#define RUN_CASES_H

#include "command/options.h"
#include "command/plan.h"
#include "process/supervisor.h"
#include "record/journal.h"

/* The exit status so far: EXIT_PASSED, EXIT_CASES or EXIT_HOST. */
int run_plan (const struct plan *plan, const struct options *options,
              struct supervisor *supervisor, struct journal *journal);

#endif
