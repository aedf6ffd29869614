/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Prints the devices of a fleet: a table, then why devices are not ok.
 */
#ifndef DEVICES_H
#define DEVICES_H

#include <stdio.h>

#include "report/fleet/fleet.h"
#include "report/grid.h"

/* Makes the table as a grid. */
void devices_view_make (struct grid *grid, const struct fleet *fleet);
/* Prints the table of devices that were compared with others.  markdown: for a
 * page. */
void print_devices (FILE *out, const struct fleet *fleet, bool markdown);
/* Prints why devices are not ok, the worst first, up to most of each health. */
void print_bad_devices (FILE *out, const struct fleet *fleet, bool markdown,
                        size_t most);
/* Returns "7 ok, 1 slow", to be freed. */
char *describe_health_counts (const struct fleet *fleet);

/* Describes why a device is not ok, for tables and pages. */

/* Returns "0.90x its siblings' speed, slow in 10 of 12 cases: copy/bulk ...
 * 0.88x (z -12.1); ...", to be freed; NULL for a device that is ok. */
char *describe_device_health (const struct fleet *fleet, size_t device);

#endif
