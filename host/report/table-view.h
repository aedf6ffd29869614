/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The texts of a block, column by column, as every report for people shows
 * them; where they stand on the page is the report's.
 */
#ifndef TABLE_VIEW_H
#define TABLE_VIEW_H

#include <stdbool.h>
#include <stddef.h>

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

/* Marks that occurred, to be explained below. */
struct marks {
  bool peer, noisy, few, cached, coarse;
};

struct table_view {
  struct grid grid; /* as many rows as the block has */
  struct marks marks;
};

void table_view_make (struct table_view *view, const struct block *block,
                      const struct groups *groups);
void table_view_free (struct table_view *view);

/* "a  what it means" for mark number i of those that occurred; NULL behind the
 * last. */
const char *table_view_legend (const struct marks *marks, size_t i);

#endif
