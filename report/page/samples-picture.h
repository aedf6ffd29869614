/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The samples of a block's rows, in the order taken and by how many are where,
 * so that drift, two states and outliers are seen; where a case was done in
 * rounds, the times of those.
 */
#ifndef SAMPLES_PICTURE_H
#define SAMPLES_PICTURE_H

#include <stdbool.h>
#include <stdio.h>

#include "report/page/detail.h"
#include "report/grid.h"
#include "report/groups.h"

/* Whether any row has some. */
bool samples_known (const struct block *block, const struct groups *groups);

/* Rows that have none are left out; of more samples than the detail has points,
 * the least and the largest of each few are shown.  The grid is the block's,
 * the anchor that of its section; NULL: the picture is a file of its own. */
void samples_print (FILE *out, const struct block *block,
                    const struct grid *grid, const struct groups *groups,
                    const struct detail *detail, const char *anchor);
/* Adds the points that there are. */
void samples_measure (struct page_size *size, const struct block *block,
                      const struct groups *groups);

/* What was seen of the samples, and of the device meanwhile. */
void samples_view_make (struct grid *grid, const struct block *block);

#endif
