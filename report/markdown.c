/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The report as Markdown, with tables as GitHub renders them.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/printable.h"
#include "base/text.h"
#include "report/describe.h"
#include "report/grid.h"
#include "report/report.h"

static void
print_heading (FILE *out, const struct groups *groups)
{
  const struct run_record *run = groups->run;
  const struct device_record *device;
  char *remark;

  if (run == NULL)
    return;
  markdown_print_and_free (out, "", describe_run (run), "\n\n");
  device = run->devices.item;
  for (size_t i = 0; i < run->devices.n; i++) {
    const char *name = text_or_empty (device[i].name);

    fputs ("- `", out);
    print_text (out, name, strlen (name));
    markdown_print_and_free (out, "`: ", describe_hardware (&device[i]), "\n");
  }
  markdown_print_and_free (out, "\n", describe_usual (run), "\n");
  for (size_t i = 0; (remark = describe_remark (groups, i)) != NULL; i++)
    markdown_print_and_free (out, "\n", remark, "\n");
}

static void
print_note (FILE *out, const struct block *block)
{
  if (block->job != NULL && block->job->note != NULL) {
    putc ('\n', out);
    markdown_print_paragraph (out, block->job->note);
  }
  markdown_print_and_free (out, "\n", describe_search (block), "\n");
}

static void
print_block (FILE *out, const struct block *block, const struct groups *groups)
{
  struct marks marks = { 0 };
  struct grid grid;

  table_view_make (&grid, &marks, block, groups);
  print_note (out, block);
  markdown_print_and_free (out, "\n### ", describe_block (block, groups->run),
                           "\n\n");
  grid_print_markdown (out, &grid);
  markdown_print_and_free (out, "\n", describe_baseline (block), "\n");
  markdown_print_and_free (out, "\n",
                           describe_best_rows (block, &groups->rounds), "\n");
  marks_print_markdown (out, &marks);
  grid_free (&grid);
}

static void
print_item (void *user, const char *outcome, const char *text)
{
  FILE *out = user;

  fputs ("- ", out);
  if (outcome != NULL)
    fprintf (out, "%s: ", outcome);
  markdown_print (out, text);
  putc ('\n', out);
}

static void
print_fastest (FILE *out, const struct groups *groups)
{
  struct fastest_list list;

  fastest_make (&list, groups);
  if (list.n > 0)
    fprintf (out,
             "\n### %s\n\n"
             "| problem | fastest |\n| --- | --- |\n",
             describe_fastest_list (groups));
  for (size_t i = 0; i < list.n; i++) {
    const struct fastest *fastest = &list.fastest[i];

    markdown_print_and_free (out, "| ", describe_comparison (fastest->record),
                             "");
    markdown_print_and_free (out, " | ", describe_fastest (fastest), " |\n");
  }
  fastest_free (&list);
}

void
report_markdown (FILE *out, const struct records *records)
{
  report_markdown_columns (out, records, NULL);
}

void
report_markdown_columns (FILE *out, const struct records *records,
                         const struct list *columns)
{
  struct groups groups;

  groups_make (&groups, records);
  groups.columns = columns;
  print_heading (out, &groups);
  for (size_t i = 0; i < groups.n_blocks; i++)
    print_block (out, &groups.block[i], &groups);
  markdown_print_and_free (out, "\n", describe_absent_columns (&groups), "\n");
  markdown_print_and_free (out, "\n", describe_totals (&groups), "\n\n");
  summary_list_items (&groups, print_item, out);
  print_fastest (out, &groups);
  groups_free (&groups);
}
