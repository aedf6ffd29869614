/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The texts of a block, column by column, as every report for people shows
 * them; where they stand on the page is the report's.
 */
#ifndef TABLE_VIEW_H
#define TABLE_VIEW_H

#include "report/grid.h"
#include "report/groups.h"
#include "report/marks.h"

enum column {
  COLUMN_VARIANT,
  COLUMN_DEVICE,
  COLUMN_TIME,
  COLUMN_BAR, /* of bars.h; else not shown */
  COLUMN_SPREAD,
  COLUMN_RATE,
  COLUMN_LIMIT,
  COLUMN_SPEEDUP,
  COLUMN_VERIFIED,
  N_COLUMNS
};

/* Fills a grid of as many rows as the block has, and sets the marks in it. */
void table_view_make (struct grid *grid, struct marks *marks,
                      const struct block *block, const struct groups *groups);

#endif
