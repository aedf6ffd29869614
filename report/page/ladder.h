/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The picture of a block: a bar a variant in reading order, as long as its rate
 * (where the block has no one rate, as its time), with the interval in which
 * that lies, and below it what the variant does; the baseline, the fastest peer
 * and the limits as lines.
 */
#ifndef LADDER_H
#define LADDER_H

#include <stdio.h>

#include "report/grid.h"
#include "report/groups.h"

/* The grid is the block's, of table-view.h; the anchor that of its section;
 * NULL: a file of its own. */
void ladder_print (FILE *out, const struct block *block,
                   const struct grid *grid, const char *anchor);

#endif
