/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The devices of a run, or of many, held against each other and against a
 * stored run (--against): which is slow, which is wrong, and the exit status.
 */
#ifndef ASSESS_DEVICES_H
#define ASSESS_DEVICES_H

#include <stdio.h>

#include "command/options.h"
#include "command/make-plan.h"
#include "report/fleet/fleet.h"

/* What --against names, in order; empty without it. */
struct baseline {
  struct fleet fleet;
};

/* Complains and returns false where it can't be read, or has no case. */
bool baseline_read (struct baseline *baseline, const struct options *options);
void baseline_free (struct baseline *baseline);
/* Whether it has cases that the plan has, on the same models: known before
 * anything runs. */
bool baseline_fits_plan (const struct options *options,
                         const struct plan *plan);

/* Puts a fleet in order and judges it as the options say; false, with a
 * complaint, where the baseline is unlike it. */
bool assess_fleet (struct fleet *fleet, const struct options *options,
                   const struct baseline *baseline);
/* Judges the devices of one run, and prints what comes of it where there are
 * several, or a baseline: below the report, or, where data has standard
 * output, what is wrong on standard error.  The exit status, before it this. */
int assess_run (const struct options *options, const struct records *records,
                const char *path, int status);
/* Likewise, as the last word of a run. */
int assess_run_at_end (FILE *out, const struct options *options,
                       const struct plan *plan, const struct records *records,
                       int status);

#endif
