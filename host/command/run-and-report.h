/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What run and check share: the cases of a plan run into a journal, with
 * signals watched, and are reported.
 */
#ifndef RUN_AND_REPORT_H
#define RUN_AND_REPORT_H

#include <stdio.h>

#include "command/options.h"
#include "command/make-plan.h"
#include "run/supervisor.h"

/* What a command adds of its own. */
struct closing {
  report_fn *report; /* unless --format asks for another, or the records go to
                        standard output */
  /* Prints a last word behind the report, where it is not in the way of data;
   * the exit status.  NULL: there is none. */
  int (*verdict) (FILE *out, const struct options *options,
                  const struct plan *plan, const struct records *records,
                  int status);
};

/* The exit status. */
int run_and_report (const struct plan *plan, const struct options *options,
                    struct supervisor *supervisor,
                    const struct closing *closing);

#endif
