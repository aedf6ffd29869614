/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The table on the terminal: one block per problem and mode (groups.h), at most
 * WRAP_COLUMNS wide.
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
#define INDENT 4 /* of continuation lines */

static size_t
count_columns (const char *text)
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
    size_t n = count_columns (text_or_empty (device[i].name));

    widest = n > widest ? n : widest;
  }
  for (size_t i = 0; i < run->devices.n; i++) {
    char *text = describe_hardware (&device[i]);

    wrap_item (out, 0, widest + GAP - 1, text_or_empty (device[i].name), text);
    free (text);
  }
  print_and_free (out, "", INDENT, describe_load (run));
  print_and_free (out, "", INDENT, describe_judge (run));
  print_and_free (out, "", INDENT, describe_rebuilt (run));
}

static void
print_note (FILE *out, const struct block *block)
{
  if (block->job == NULL)
    return;
  if (block->job->note != NULL) {
    putc ('\n', out);
    wrap_print (out, "", 0, block->job->note);
  }
  if (block->job->search != NULL) {
    putc ('\n', out);
    print_and_free (out, "", INDENT, describe_search (block));
  }
}

static void
print_block (FILE *out, const struct block *block, const struct groups *groups,
             struct marks *marks)
{
  struct grid grid;

  table_view_make (&grid, marks, block, groups);
  grid_fit (&grid);
  print_note (out, block);
  putc ('\n', out);
  print_and_free (out, "", INDENT, describe_block (block));
  grid_print_head (out, &grid);
  for (size_t i = 0; i < grid.n; i++) {
    grid_print_row (out, &grid, i);
    print_reason (out, block->record[i]);
  }
  print_and_free (out, "", INDENT, describe_baseline (block));
  print_and_free (out, "", INDENT, describe_best_rows (block, &groups->rounds));
  grid_free (&grid);
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
    fprintf (out, "\n%s\n", describe_fastest_list (groups));
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
  marks_print (out, &marks);
  print_end (out, &groups);
  print_fastest (out, &groups);
  groups_free (&groups);
}

#define REASON_MARGIN "    "
enum { REASON_INDENT = sizeof REASON_MARGIN - 1 };

void
print_reason (FILE *out, const struct case_record *record)
{
  const char *reason = text_or_empty (record->result.reason);
  const char *output = text_or_empty (record->output);

  if (case_passes (record))
    return;
  wrap_print (out, REASON_MARGIN, REASON_INDENT,
              reason[0] != '\0' ? reason : "no reason was given");
  if (output[0] == '\0')
    return;
  wrap_print (out, REASON_MARGIN, REASON_INDENT, "it printed:");
  while (*output != '\0') {
    size_t n = strcspn (output, "\n");
    char *line = xstrndup (output, n);

    wrap_print (out, REASON_MARGIN "  ", REASON_INDENT + 4, line);
    free (line);
    output += n + (output[n] == '\n');
  }
}
