/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Prints a grid as an HTML table, in a box that scrolls on a narrow page.
 */
#ifndef HTML_GRID_H
#define HTML_GRID_H

#include "report/grid.h"

/* heading: the anchor of its heading, which labels it. */
void html_print_grid (FILE *out, const struct grid *grid, const char *heading);
/* Prints the table without a box. */
void html_print_table (FILE *out, const struct grid *grid);

#endif
