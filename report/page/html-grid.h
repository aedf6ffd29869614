/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A grid as a table of HTML, in a box of its own that scrolls where the page is
 * narrower.
 */
#ifndef HTML_GRID_H
#define HTML_GRID_H

#include "report/grid.h"

/* heading: the anchor of what says what it is a table of. */
void html_print_grid (FILE *out, const struct grid *grid, const char *heading);
/* The table alone, for a box that has something else, too. */
void html_print_table (FILE *out, const struct grid *grid);

#endif
