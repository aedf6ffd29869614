/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a device was seen at while samples were taken: curves of its clock and
 * of the power that it drew, below those samples and on their axis.
 */
#ifndef PLOT_TELEMETRY_H
#define PLOT_TELEMETRY_H

#include <stdio.h>

#include "record/case-samples.h"
#include "report/page/detail.h"
#include "report/groups.h"
#include "report/page/scale.h"

enum { CURVE_CLOCK, CURVE_POWER, N_CURVES };

/* Of each the least and the largest of all rows, which have one scale. */
struct telemetry_range {
  double low[N_CURVES], high[N_CURVES];
};

void telemetry_range_find (struct telemetry_range *range,
                           const struct block *block);

/* How high the curves of a row are, with what is between them; 0: it has none.
 */
double plot_telemetry_height (const struct case_record *record);

/* From y downwards, a point for each of at most so many looks.  The order is
 * the samples' scale, on which the first of them is 0. */
void plot_telemetry_print (FILE *out, const struct case_record *record,
                           const struct telemetry_range *range,
                           const struct scale *order, double y, size_t most);
/* Adds the looks that there are. */
void plot_telemetry_measure (struct page_size *size,
                             const struct case_record *record);
/* What stands behind them, part of a path. */
void plot_telemetry_print_bands (FILE *out, const struct case_record *record,
                                 double from, double to, double y);

#endif
