/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A table of texts: heads, rows and alignment, printed on a terminal or as
 * Markdown (as HTML: report/page/html-page.h), and what stands around it.
 */
#ifndef GRID_H
#define GRID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/text.h"
#include "record/caveat.h"
#include "report/groups.h"

enum { GRID_MOST = 16 }; /* columns */

/* The colour of a verdict on a terminal. */
enum tint { TINT_NONE, TINT_GREEN, TINT_RED };

/* The first column names the row. */
struct grid {
  const char *head[GRID_MOST];  /* NULL: the column is hidden */
  const char *brief[GRID_MOST]; /* a shorter head for narrow tables, or NULL */
  size_t spare;           /* a column that goes before a name breaks; 0: none */
  bool figure[GRID_MOST]; /* right-aligned */
  char *(*cell)[GRID_MOST]; /* of each row; owned by the grid */
  enum tint *tint;          /* of each row's verdict; likewise */
  size_t verdict;           /* the column with it; 0: none */
  size_t n, n_columns;
  size_t width[GRID_MOST]; /* on a terminal */
  size_t gap;              /* blanks between columns there */
};

/* Sets the widths of the columns.  When the table is too wide, gaps become
 * narrow, heads brief, and the spare column goes.  A name that is still too
 * long does not widen its column: it is printed on a line of its own. */
void grid_fit (struct grid *grid);
/* Prints the heads, or row i, as a line on a terminal. */
void grid_print_head (FILE *out, const struct grid *grid);
void grid_print_row (FILE *out, const struct grid *grid, size_t i);
/* Prints the whole table as Markdown. */
void grid_print_markdown (FILE *out, const struct grid *grid);

/* Adds an empty row, and returns its cells. */
char **grid_add_row (struct grid *grid);
/* Hides columns from number first on whose cells are all "" or "-". */
void grid_hide_empty (struct grid *grid, size_t first);
void grid_free (struct grid *grid);

/* Prints text on a terminal as wrap_print does, and frees it; NULL: nothing. */
void print_wrapped (FILE *out, const char *lead, size_t indent, char *text);

/* Prints text of any origin as Markdown. */

/* Escapes Markdown's signs, and replaces line ends, which would end a table. */
void markdown_print (FILE *out, const char *text);
/* Prints before, the text and after, and frees the text; NULL: nothing. */
void markdown_print_and_free (FILE *out, const char *before, char *text,
                              const char *after);
/* Prints a paragraph, whose first characters begin no list, rule or block of
 * code. */
void markdown_print_paragraph (FILE *out, const char *text);

/* The marks and caveats in tables, and the legend below them: one line for each
 * that occurred. */

/* Which occurred. */
struct marks {
  bool peer, uniform_only, fastest, tied, within_run, about, one_sample, coarse,
      at_clock, other_units, over_limit, foreign;
  bool caveat[N_CAVEATS];
};

/* Returns mark i of the legend, and its meaning; NULL after the last. */
const char *marks_at (const struct marks *marks, size_t i,
                      const char **meaning);
/* Print the legend, below an empty line, or as paragraphs. */
void marks_print (FILE *out, const struct marks *marks);
void marks_print_markdown (FILE *out, const struct marks *marks);

/* The texts of a block as a grid, which all formats for people print. */

enum column {
  COLUMN_VARIANT,
  COLUMN_DEVICE,
  COLUMN_TIME,
  COLUMN_SPREAD,
  COLUMN_RATE,
  COLUMN_LIMIT,
  COLUMN_AT_CLOCK,
  COLUMN_SPEEDUP,
  COLUMN_VERIFIED,
  N_COLUMNS
};

/* Those that --columns may append. */
enum { ADDED_COLUMNS_MOST = GRID_MOST - N_COLUMNS };

/* Makes the grid of a block, a row each, and adds the marks that it shows. */
void table_view_make (struct grid *grid, struct marks *marks,
                      const struct block *block, const struct groups *groups);
/* Appends the columns of these names (NULL: none), which the heads point to. */
void columns_append (struct grid *grid, const struct block *block,
                     const struct list *names);
/* Statistics of a block's samples, and the device's telemetry. */
void samples_view_make (struct grid *grid, const struct block *block);

#endif
