/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "report/html-grid.h"
#include "report/html-text.h"

static void
print_row (FILE *out, const struct grid *grid, const char *const *cell,
           const char *element)
{
  fputs ("<tr>", out);
  for (size_t j = 0; j < grid->n_columns; j++)
    if (grid->head[j] != NULL) {
      fprintf (out, "<%s%s>", element, grid->figure[j] ? " class=\"f\"" : "");
      html_print (out, cell[j]);
      fprintf (out, "</%s>", element);
    }
  fputs ("</tr>\n", out);
}

void
html_print_grid (FILE *out, const struct grid *grid, const char *label)
{
  fputs ("<div class=\"box\" tabindex=\"0\" role=\"group\" aria-label=\"", out);
  html_print (out, label);
  fputs ("\"><table>\n<thead>", out);
  print_row (out, grid, grid->head, "th");
  fputs ("</thead>\n<tbody>\n", out);
  for (size_t i = 0; i < grid->n; i++)
    print_row (out, grid, (const char *const *)grid->cell[i], "td");
  fputs ("</tbody></table></div>\n", out);
}
