/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Plots a device's clock and power during the samples of a row, below them and
 * on their axis.
 */
#ifndef PLOT_TELEMETRY_H
#define PLOT_TELEMETRY_H

#include <stdio.h>

#include "record/case-samples.h"
#include "report/groups.h"
#include "report/page/scale.h"

enum { CURVE_CLOCK, CURVE_POWER, N_CURVES };

/* The range of each curve over all rows of a block, which share a scale. */
struct telemetry_range {
  double low[N_CURVES], high[N_CURVES];
};

void telemetry_range_find (struct telemetry_range *range,
                           const struct block *block);

/* The height of a row's curves with the gaps between them; 0: no curves. */
double plot_telemetry_height (const struct case_record *record);

/* Draws from y downwards, at most that many points per curve.  sequence: the x
 * scale of the samples, where sample 0 is at 0. */
void plot_telemetry_print (FILE *out, const struct case_record *record,
                           const struct telemetry_range *range,
                           const struct scale *sequence, double y, size_t most);
/* Adds the background of the curves to a path. */
void plot_telemetry_print_bands (FILE *out, const struct case_record *record,
                                 double from, double to, double y);

#endif
