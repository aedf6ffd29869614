/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The plot of a block's samples: of each row the samples over time and their
 * distribution, so that drift, several modes and outliers are visible, and
 * below them a device's clock and power, on the same axis.  A case of several
 * rounds shows the times of its rounds.
 */
#ifndef SAMPLES_PICTURE_H
#define SAMPLES_PICTURE_H

#include <stdbool.h>
#include <stdio.h>

#include "report/grid.h"
#include "report/groups.h"

/* True when any row has samples. */
bool samples_known (const struct block *block, const struct groups *groups);

/* Leaves out rows without samples.  Of more than 240 samples, the smallest and
 * the largest of each of 120 intervals are drawn.  grid: the block's; anchor:
 * of its section, or NULL for a file of its own. */
void samples_print (FILE *out, const struct block *block,
                    const struct grid *grid, const struct groups *groups,
                    const char *anchor);

/* The table: statistics of the samples, and the device's telemetry. */
void samples_view_make (struct grid *grid, const struct block *block);

#endif
