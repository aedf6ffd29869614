/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Compares the devices of one run, or of a fleet, with each other, and with a
 * stored run (--against), and sets the exit status.  A device can be slow or
 * wrong; report/fleet decides, and has the rule.
 */
#ifndef ASSESS_DEVICES_H
#define ASSESS_DEVICES_H

#include <stdio.h>

#include "command/options.h"
#include "report/fleet/fleet.h"
#include "run/plan.h"

/* The run that --against names, sorted; empty without it. */
struct baseline {
  struct fleet fleet;
};

/* False, after a message, when it can't be read, or has no case with a time. */
bool baseline_read (struct baseline *baseline, const struct options *options);
void baseline_free (struct baseline *baseline);
/* False, after a message, when the baseline has no case of the plan on the same
 * model of device.  For a check before anything runs. */
bool baseline_fits_plan (const struct options *options,
                         const struct plan *plan);

/* Sorts the fleet and assesses its devices.  False, after a message, when the
 * baseline has other cases or models. */
bool assess_fleet (struct fleet *fleet, const struct options *options,
                   const struct baseline *baseline);
/* Assesses the devices of one run if there are several of a model, or a
 * baseline. Prints all of them below the report, or, when standard output has
 * data, the bad ones to standard error.  status: the exit status so far.
 * Returns the new one. */
int assess_run (const struct options *options, const struct records *records,
                const char *path, int status);
/* Does the same as assess_run, as the verdict of a run (struct run_closing). */
int assess_run_at_end (FILE *out, const struct options *options,
                       const struct plan *plan, const struct records *records,
                       int status);

#endif
