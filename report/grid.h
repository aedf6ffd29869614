/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Rows of texts below heads, as a terminal has them and as a page does.
 */
#ifndef GRID_H
#define GRID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { GRID_MOST = 16 }; /* columns */

/* The first column names the row, the last has a word on it. */
struct grid {
  const char *head[GRID_MOST];  /* NULL: the column is not shown */
  const char *brief[GRID_MOST]; /* the head where names need room; NULL: none */
  bool figure[GRID_MOST];       /* on the right */
  char *(*cell)[GRID_MOST];     /* of each row; NULL behind the last column */
  size_t n, n_columns;
  size_t width[GRID_MOST]; /* on a terminal */
  size_t gap;              /* blanks between columns there */
};

/* Sets the widths of the columns.  Where names have no room beside the others,
 * gaps become narrow and heads brief.  A name too long for the page even so
 * does not widen its column: it gets a line of its own. */
void grid_fit (struct grid *grid);
/* The heads, or row i, as a line on a terminal. */
void grid_print_head (FILE *out, const struct grid *grid);
void grid_print_row (FILE *out, const struct grid *grid, size_t i);
/* All of it, as Markdown. */
void grid_print_markdown (FILE *out, const struct grid *grid);

void grid_free (struct grid *grid);

#endif
