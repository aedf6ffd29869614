/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A bar behind each time of a table on a terminal: the speed, of the fastest of
 * the block.
 */
#ifndef BARS_H
#define BARS_H

#include "report/grid.h"
#include "report/groups.h"

/* Shows them in a grid of table-view.h. */
void bars_show (struct grid *grid, const struct block *block);

#endif
