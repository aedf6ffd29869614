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

#include "report/grid.h"
#include "report/groups.h"

/* Whether any row has some. */
bool samples_known (const struct block *block, const struct groups *groups);

/* Rows that have none are left out.  The grid is the block's. */
void samples_print (FILE *out, const struct block *block,
                    const struct grid *grid, const struct groups *groups,
                    bool alone);
/* How many of a row's samples a picture has at the most; of more, the least and
 * the largest of each few are shown. */
size_t samples_shown_most (const struct groups *groups);

/* What was seen of the samples, and of the device meanwhile. */
void samples_view_make (struct grid *grid, const struct block *block);

#endif
