/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The texts of a block, column by column, as every report for people shows
 * them; where they stand on the page is the report's.
 */
#ifndef SHEET_H
#define SHEET_H

#include <stdbool.h>
#include <stddef.h>

#include "groups.h"

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
  bool peer, unsettled, cached;
};

struct sheet {
  const char *head[N_COLUMNS]; /* NULL: the column is not shown */
  char *(*cell)[N_COLUMNS];    /* as many rows as the block has */
  size_t n;
  struct marks marks;
};

void sheet_make (struct sheet *sheet, const struct block *block,
                 const json_t *run);
void sheet_free (struct sheet *sheet);

/* Text is on the left, figures are on the right. */
bool sheet_is_figure (enum column column);

/* "a  what it means" for mark number i of those that occurred; NULL behind the
 * last. */
const char *sheet_legend (const struct marks *marks, size_t i);

#endif
