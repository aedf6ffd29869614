/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The ladder, the picture of a block: a bar per variant in reading order, whose
 * length is its rate (its time, if the block's rates differ in their unit),
 * with a 95 % interval and the variant's summary.  Lines show the baseline, the
 * fastest peer and the limits.
 */
#ifndef LADDER_H
#define LADDER_H

#include <stdio.h>

#include "report/grid.h"
#include "report/groups.h"

/* grid: the block's, of table-view.h; anchor: of its section, or NULL for a
 * file of its own. */
void ladder_print (FILE *out, const struct block *block,
                   const struct grid *grid, const char *anchor);

#endif
