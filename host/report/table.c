/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The table on the terminal: a block a comparison, WRAP_COLUMNS wide at most.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/printable.h"
#include "base/text.h"
#include "base/wrap.h"
#include "base/xalloc.h"
#include "report/describe.h"
#include "report/fastest.h"
#include "report/report.h"
#include "report/table-view.h"

#define GAP 2    /* blanks between columns */
#define INDENT 4 /* of lines that go on */

static size_t
columns (const char *text)
{
  return printable_columns (text, strlen (text));
}

static void
print_and_free (FILE *out, const char *lead, size_t indent, char *text)
{
  if (text != NULL)
    wrap_print (out, lead, indent, text);
  free (text);
}

static void
print_heading (FILE *out, const struct run_record *run)
{
  const struct device_record *device;
  size_t widest = 0;

  if (run == NULL)
    return;
  print_and_free (out, "", INDENT, describe_run (run));
  device = run->devices.item;
  for (size_t i = 0; i < run->devices.n; i++) {
    size_t n = columns (text_shown (device[i].name));

    widest = n > widest ? n : widest;
  }
  for (size_t i = 0; i < run->devices.n; i++) {
    char *text = describe_hardware (&device[i]);

    wrap_item (out, 0, widest + GAP - 1, text_shown (device[i].name), text);
    free (text);
  }
  print_and_free (out, "", INDENT, describe_load (run));
  print_and_free (out, "", INDENT, describe_judge (run));
  print_and_free (out, "", INDENT, describe_rebuilt (run));
}

/* Widths of the columns.  A name too long for the page does not widen its
 * column: it gets a line of its own. */
static void
set_widths (const struct table_view *view, size_t *width)
{
  size_t others = 0, room;

  for (int j = 0; j < N_COLUMNS; j++) {
    width[j] = view->head[j] ? columns (view->head[j]) : 0;
    for (size_t i = 0; view->head[j] && i < view->n; i++) {
      size_t n = columns (view->cell[i][j]);

      width[j] = n > width[j] ? n : width[j];
    }
    if (j != COLUMN_VARIANT && view->head[j])
      others += GAP + width[j];
  }
  room = others < WRAP_COLUMNS ? WRAP_COLUMNS - others : 0;
  if (width[COLUMN_VARIANT] > room) {
    width[COLUMN_VARIANT] = columns (view->head[COLUMN_VARIANT]);
    for (size_t i = 0; i < view->n; i++) {
      size_t n = columns (view->cell[i][COLUMN_VARIANT]);

      if (n <= room && n > width[COLUMN_VARIANT])
        width[COLUMN_VARIANT] = n;
    }
  }
}

static void
print_row (FILE *out, const struct table_view *view, const size_t *width,
           const char *const *cell)
{
  const char *name = cell[COLUMN_VARIANT];

  if (columns (name) > width[COLUMN_VARIANT]) {
    print_line (out, "%s", name);
    name = "";
  }
  print_padded (out, -(int)width[COLUMN_VARIANT], name);
  for (int j = COLUMN_VARIANT + 1; j < N_COLUMNS; j++) {
    if (view->head[j] == NULL)
      continue;
    fprintf (out, "%*s", GAP, "");
    if (j == COLUMN_VERIFIED) /* the last: no blanks behind it */
      print_padded (out, 0, cell[j]);
    else
      print_padded (out,
                    table_view_is_figure (j) ? (int)width[j] : -(int)width[j],
                    cell[j]);
  }
  putc ('\n', out);
}

static void
print_block (FILE *out, const struct block *block, const struct groups *groups,
             struct marks *marks)
{
  struct table_view view;
  size_t width[N_COLUMNS];

  table_view_make (&view, block, groups);
  set_widths (&view, width);
  putc ('\n', out);
  print_and_free (out, "", INDENT, describe_block (block));
  print_row (out, &view, width, view.head);
  for (size_t i = 0; i < view.n; i++) {
    print_row (out, &view, width, (const char *const *)view.cell[i]);
    print_reason (out, block->record[i]);
  }
  print_and_free (out, "", INDENT, describe_baseline (block));
  marks->peer |= view.marks.peer;
  marks->noisy |= view.marks.noisy;
  marks->few |= view.marks.few;
  marks->cached |= view.marks.cached;
  marks->coarse |= view.marks.coarse;
  table_view_free (&view);
}

static void
print_legend (FILE *out, const struct marks *marks)
{
  const char *line;

  if (table_view_legend (marks, 0) != NULL)
    putc ('\n', out);
  for (size_t i = 0; (line = table_view_legend (marks, i)) != NULL; i++)
    fprintf (out, "%s\n", line);
}

static void
print_failures (FILE *out, const struct groups *groups)
{
  for (size_t i = 0; i < groups->n_blocks; i++)
    for (size_t j = 0; j < groups->block[i].n; j++) {
      const struct case_record *record = groups->block[i].record[j];
      char *lead;

      if (case_passes (record))
        continue;
      lead = xasprintf ("%s: ", case_outcome (record));
      print_and_free (out, lead, INDENT, describe_case (record));
      free (lead);
    }
}

static void
print_faults (FILE *out, const struct records *records)
{
  for (size_t i = 0; i < records->n; i++) {
    const struct fault_record *fault = records_fault_at (records, i);

    if (fault != NULL)
      print_and_free (out, "", INDENT, describe_fault (fault));
  }
}

static void
print_end (FILE *out, const struct groups *groups)
{
  putc ('\n', out);
  for (size_t i = 0; i < groups->n_skips; i++)
    print_and_free (out, "", INDENT, describe_skip (&groups->skip[i]));
  print_and_free (out, "", INDENT, describe_totals (groups));
  print_failures (out, groups);
  print_faults (out, groups->records);
  if (describe_break (groups) != NULL)
    fprintf (out, "%s\n", describe_break (groups));
}

static void
print_fastest (FILE *out, const struct groups *groups)
{
  struct fastest_list list;

  fastest_make (&list, groups);
  if (list.n > 0)
    fputs ("\nfastest where tunables were swept\n", out);
  for (size_t i = 0; i < list.n; i++) {
    const struct fastest *fastest = &list.fastest[i];

    print_and_free (out, "", INDENT, describe_comparison (fastest->record));
    print_and_free (out, "    ", INDENT, describe_fastest (fastest));
  }
  fastest_free (&list);
}

void
report_table (FILE *out, const struct records *records)
{
  struct groups groups;
  struct marks marks = { 0 };

  groups_make (&groups, records);
  print_heading (out, groups.run);
  for (size_t i = 0; i < groups.n_blocks; i++)
    print_block (out, &groups.block[i], &groups, &marks);
  print_legend (out, &marks);
  print_end (out, &groups);
  print_fastest (out, &groups);
  groups_free (&groups);
}
