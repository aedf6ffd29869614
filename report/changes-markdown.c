/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A comparison as Markdown, e.g. for a comment on a pull request: the totals
 * and reasons first, then all rows.
 */
#include <config.h>

#include <stdlib.h>

#include "base/units.h"
#include "report/changes-view.h"
#include "report/markdown-text.h"
#include "report/report.h"

static void
print_and_free (FILE *out, const char *before, char *text, const char *after)
{
  fputs (before, out);
  markdown_print (out, text);
  fputs (after, out);
  free (text);
}

static void
print_block (FILE *out, const struct records *changes, size_t i, size_t end)
{
  struct grid grid;

  print_and_free (out, "\n### ", describe_changes (changes, i, end), "\n\n");
  changes_view_make (&grid, changes, i, end);
  grid_print_markdown (out, &grid);
  grid_free (&grid);
}

void
changes_markdown (FILE *out, const struct records *changes)
{
  const struct comparison_record *head = changes->record[0].of;
  const struct marks marks = changes_marks (changes);
  struct pool pool = { 0 };
  struct texts reasons = describe_change_reasons (changes, &pool);
  char margin[UNITS_MAX];

  print_and_free (out, "**", describe_comparison_totals (changes), "**\n\n");
  print_and_free (out, "- old: ", describe_compared (&head->old), "\n");
  print_and_free (out, "- new: ", describe_compared (&head->new), "\n");
  fprintf (out, "- margin: %s\n", units_percent (margin, head->margin));
  for (size_t i = 0; i < reasons.n; i++) {
    fputs ("- ", out);
    markdown_print (out, reasons.text[i]);
    putc ('\n', out);
  }
  pool_free (&pool);
  for (size_t i = 1, end; i < changes->n; i = end) {
    end = changes_block_end (changes, i);
    print_block (out, changes, i, end);
  }
  marks_print_markdown (out, &marks);
}
