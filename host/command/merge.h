/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The records of many hosts or ranks, a file each, as one report.
 */
#ifndef MERGE_H
#define MERGE_H

#include "command/options.h"
#include "record/runs.h"
#include "report/fleet/fleet.h"

/* Adds the runs of a file; one that can't be told is left out, with a
 * complaint. */
void merge_add (struct fleet *fleet, const struct runs *runs, const char *path);
/* Judges what was added, and prints the report.  The exit status. */
int merge_report (struct fleet *fleet, const struct options *options);

#endif
