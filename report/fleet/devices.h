/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The devices of a fleet as a reader sees them: a line each, then what is to be
 * said of those that are not ok.
 */
#ifndef REPORT_DEVICES_H
#define REPORT_DEVICES_H

#include <stdio.h>

#include "report/fleet/fleet.h"
#include "report/grid.h"

/* The same lines as a grid. */
void devices_view_make (struct grid *grid, const struct fleet *fleet);
/* A line each of those that were held against others; markdown: for a page. */
void print_devices (FILE *out, const struct fleet *fleet, bool markdown);
/* What is to be said of those that are not ok, the worst first; of each kind so
 * many at the most. */
void print_bad_devices (FILE *out, const struct fleet *fleet, bool markdown,
                        size_t most);
/* "7 ok, 1 slow"; to be freed. */
char *describe_health_counts (const struct fleet *fleet);

#endif
