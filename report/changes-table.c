/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A comparison on the terminal: one block per problem, at most WRAP_COLUMNS
 * wide.
 */
#include <config.h>

#include <stdlib.h>

#include "base/units.h"
#include "base/wrap.h"
#include "report/changes-view.h"
#include "report/report.h"

#define INDENT 4 /* of continuation lines */

enum { MARGIN = 0, WIDTH = 7 }; /* of the list at the top */

static void
print_item (FILE *out, const char *name, char *text)
{
  wrap_item (out, MARGIN, WIDTH, name, text);
  free (text);
}

static void
print_block (FILE *out, const struct records *changes, size_t i, size_t end)
{
  char *head = describe_changes (changes, i, end);
  struct grid grid;

  putc ('\n', out);
  wrap_print (out, "", INDENT, head);
  free (head);
  changes_view_make (&grid, changes, i, end);
  grid_fit (&grid);
  grid_print_head (out, &grid);
  for (size_t row = 0; row < grid.n; row++)
    grid_print_row (out, &grid, row);
  grid_free (&grid);
}

static void
print_end (FILE *out, const struct records *changes)
{
  struct pool pool = { 0 };
  struct texts reasons = describe_change_reasons (changes, &pool);
  char *text = describe_comparison_totals (changes);

  putc ('\n', out);
  wrap_print (out, "", INDENT, text);
  free (text);
  for (size_t i = 0; i < reasons.n; i++)
    wrap_print (out, "", INDENT, reasons.text[i]);
  pool_free (&pool);
}

void
changes_table (FILE *out, const struct records *changes)
{
  const struct comparison_record *head = changes->record[0].of;
  const struct marks marks = changes_marks (changes);
  char margin[UNITS_MAX];

  print_item (out, "old", describe_compared (&head->old));
  print_item (out, "new", describe_compared (&head->new));
  wrap_item (out, MARGIN, WIDTH, "margin",
             units_percent (margin, head->margin));
  for (size_t i = 1, end; i < changes->n; i = end) {
    end = changes_block_end (changes, i);
    print_block (out, changes, i, end);
  }
  marks_print (out, &marks);
  print_end (out, changes);
}
