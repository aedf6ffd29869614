/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "report/page/html-grid.h"
#include "report/page/html-text.h"

/* Figures and the first column need no class: they are the default. */
static void
print_row (FILE *out, const struct grid *grid, const char *const *cell,
           const char *element)
{
  fputs ("<tr>", out);
  for (size_t j = 0; j < grid->n_columns; j++)
    if (grid->head[j] != NULL) {
      fprintf (out, "<%s%s>", element,
               j == 0 || grid->figure[j] ? "" : " class=\"l\"");
      html_print (out, cell[j]);
      fprintf (out, "</%s>", element);
    }
  fputs ("</tr>\n", out);
}

void
html_print_grid (FILE *out, const struct grid *grid, const char *heading)
{
  fprintf (out,
           "<div class=\"box\" tabindex=\"0\" role=\"group\" "
           "aria-labelledby=\"%s\">",
           heading);
  html_print_table (out, grid);
  fputs ("</div>\n", out);
}

void
html_print_table (FILE *out, const struct grid *grid)
{
  fputs ("<table>\n<thead>", out);
  print_row (out, grid, grid->head, "th");
  fputs ("</thead>\n<tbody>\n", out);
  for (size_t i = 0; i < grid->n; i++)
    print_row (out, grid, (const char *const *)grid->cell[i], "td");
  fputs ("</tbody></table>", out);
}
