/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A comparison as a page: what was compared with what, what came of it, and a
 * section a block with its ratios.
 */
#include <config.h>

#include <stdlib.h>

#include "base/text.h"
#include "base/units.h"
#include "base/xalloc.h"
#include "report/rerun-command.h"
#include "report/changes-view.h"
#include "report/page/plot-comparison.h"
#include "report/page/html-grid.h"
#include "report/page/html-page.h"
#include "report/page/html-text.h"
#include "report/report.h"

static void
print_heading (FILE *out, const struct records *changes)
{
  const struct comparison_record *r = changes->record[0].of;
  char quantity[UNITS_MAX];

  html_print_and_free (out, "<h1>", describe_comparison_totals (changes),
                       "</h1>\n");
  html_print_and_free (out, "<ul>\n<li>old: ", describe_compared (&r->old),
                       "</li>\n");
  html_print_and_free (out, "<li>new: ", describe_compared (&r->new),
                       "</li>\n");
  fprintf (out, "<li>margin: %s</li>\n</ul>\n",
           units_percent (quantity, r->margin));
}

static void
print_reasons (FILE *out, const struct records *changes)
{
  struct pool pool = { 0 };
  struct texts reasons = describe_change_reasons (changes, &pool);

  for (size_t i = 0; i < reasons.n; i++) {
    fputs (i == 0 ? "<ul>\n<li>" : "<li>", out);
    html_print (out, reasons.text[i]);
    fputs ("</li>\n", out);
  }
  if (reasons.n > 0)
    fputs ("</ul>\n", out);
  pool_free (&pool);
}

static void
print_block (FILE *out, const struct records *changes, size_t i, size_t end,
             size_t number)
{
  char *what = describe_changes (changes, i, end), *anchor;
  struct grid grid;

  changes_view_make (&grid, changes, i, end);
  fprintf (out, "<section>\n<h2 id=\"block-%zu\"><a href=\"#block-%zu\">",
           number, number);
  html_print (out, what);
  fputs ("</a></h2>\n", out);
  if (plot_comparison_is_known (changes, i, end)) {
    fputs ("<figure class=\"box\" tabindex=\"0\">\n", out);
    plot_comparison_print (out, changes, i, end, &grid);
    fputs ("</figure>\n", out);
  }
  anchor = xasprintf ("block-%zu", number);
  html_print_grid (out, &grid, anchor);
  free (anchor);
  fputs ("</section>\n", out);
  grid_free (&grid);
  free (what);
}

void
report_changes_html (FILE *out, const struct records *changes)
{
  const struct comparison_record *r = changes->record[0].of;
  struct marks marks = changes_marks (changes);
  size_t end, number = 0;

  html_page_begin (out, describe_comparison_totals (changes));
  print_heading (out, changes);
  print_reasons (out, changes);
  for (size_t i = 1; i < changes->n; i = end) {
    end = changes_block_end (changes, i);
    print_block (out, changes, i, end, ++number);
  }
  html_print_marks (out, &marks);
  if (r->old.path != NULL && r->new.path != NULL)
    html_print_and_free (out, "<p class=\"soft\">again: <code>",
                         rerun_command_of_compare (r->old.path, r->new.path),
                         "</code></p>\n");
  html_page_end (out);
}
