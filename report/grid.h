/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A table of texts: heads, rows and alignment, printed on a terminal or as
 * Markdown (as HTML: report/page/html-grid.h).
 */
#ifndef GRID_H
#define GRID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { GRID_MOST = 16 }; /* columns */

/* The first column names the row, the last has a verdict. */
struct grid {
  const char *head[GRID_MOST];  /* NULL: the column is hidden */
  const char *brief[GRID_MOST]; /* a shorter head for narrow tables, or NULL */
  bool figure[GRID_MOST];       /* right-aligned */
  char *(*cell)[GRID_MOST];     /* of each row; owned by the grid */
  size_t n, n_columns;
  size_t width[GRID_MOST]; /* on a terminal */
  size_t gap;              /* blanks between columns there */
};

/* Sets the widths of the columns.  When the table is too wide, gaps become
 * narrow and heads brief.  A name that is still too long does not widen its
 * column: it is printed on a line of its own. */
void grid_fit (struct grid *grid);
/* Prints the heads, or row i, as a line on a terminal. */
void grid_print_head (FILE *out, const struct grid *grid);
void grid_print_row (FILE *out, const struct grid *grid, size_t i);
/* Prints the whole table as Markdown. */
void grid_print_markdown (FILE *out, const struct grid *grid);

void grid_free (struct grid *grid);

#endif
