/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The picture of a comparison, a forest plot: of each row of a block the ratio
 * of its times, the interval in which that lies, and the margin.
 */
#ifndef PLOT_COMPARISON_H
#define PLOT_COMPARISON_H

#include <stdbool.h>
#include <stdio.h>

#include "record/records.h"
#include "report/grid.h"

/* Whether any of the records from i to the end has a ratio. */
bool plot_comparison_is_known (const struct records *changes, size_t i,
                               size_t end);
/* Of the block from i to the end, whose grid is that of changes-view.h. */
void plot_comparison_print (FILE *out, const struct records *changes, size_t i,
                            size_t end, const struct grid *grid);

#endif
