/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The texts of a block as a grid, which all formats for people print.
 */
#ifndef TABLE_VIEW_H
#define TABLE_VIEW_H

#include "report/grid.h"
#include "report/groups.h"

enum column {
  COLUMN_VARIANT,
  COLUMN_DEVICE,
  COLUMN_TIME,
  COLUMN_SPREAD,
  COLUMN_RATE,
  COLUMN_LIMIT,
  COLUMN_SPEEDUP,
  COLUMN_VERIFIED,
  N_COLUMNS
};

/* Makes the grid of a block, a row each, and adds the marks that it shows. */
void table_view_make (struct grid *grid, struct marks *marks,
                      const struct block *block, const struct groups *groups);
/* Statistics of a block's samples, and the device's telemetry. */
void samples_view_make (struct grid *grid, const struct block *block);

#endif
