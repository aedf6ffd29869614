/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the commands run and check share: they run the cases of a plan into a
 * journal, and print the report.  SIGINT and SIGTERM end the run early.
 */
#ifndef RUN_AND_REPORT_H
#define RUN_AND_REPORT_H

#include <stdio.h>

#include "command/options.h"
#include "run/plan.h"
#include "run/supervisor.h"

/* What differs between the commands. */
struct closing {
  report_fn *report; /* the default, without --format; not printed when the
                        records go to standard output */
  /* Prints a verdict after the report; out is standard error when data goes to
   * standard output.  Returns the exit status.  NULL: there is no verdict. */
  int (*verdict) (FILE *out, const struct options *options,
                  const struct plan *plan, const struct records *records,
                  int status);
};

/* Returns the exit status. */
int run_and_report (const struct plan *plan, const struct options *options,
                    struct supervisor *supervisor,
                    const struct closing *closing);

#endif
