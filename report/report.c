/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "report/report.h"

static const struct format formats[] = {
  { .name = "table",
    .print_run = report_table,
    .print_columns = report_table_columns,
    .print_comparison = changes_table,
    .print_fleet = fleet_table },
  { .name = "csv",
    .is_data = true,
    .single = "rows of csv don't tell apart",
    .print_run = report_csv,
    .print_record = report_csv_record,
    .print_comparison = report_csv },
  { .name = "markdown",
    .is_markdown = true,
    .print_run = report_markdown,
    .print_columns = report_markdown_columns,
    .print_comparison = changes_markdown,
    .print_fleet = fleet_markdown },
  { .name = "jsonl",
    .is_data = true,
    .has_lists = true,
    .print_run = report_jsonl,
    .print_record = report_jsonl_record,
    .print_comparison = report_jsonl },
  { .name = "junit",
    .is_data = true,
    .print_run = report_junit,
    .print_comparison = changes_junit },
  { .name = "html",
    .is_data = true,
    .single = "one page has no room for",
    .print_run = report_html,
    .print_comparison = changes_html },
  { .name = "svg",
    .is_data = true,
    .single = "one picture has no room for",
    .print_picture = picture_print },
  { .name = "openmetrics", .is_data = true, .print_fleet = fleet_openmetrics },
};

const struct format *
format_at (size_t i)
{
  return i < sizeof formats / sizeof formats[0] ? &formats[i] : NULL;
}

const struct format *
format_find (const char *name)
{
  const struct format *format;

  for (size_t i = 0; (format = format_at (i)) != NULL; i++)
    if (strcmp (format->name, name) == 0)
      return format;
  return NULL;
}

char *
format_names (void)
{
  char *all = NULL;

  for (size_t i = 0; format_at (i) != NULL; i++)
    all = list_append (all, format_at (i)->name);
  return all;
}

bool
format_is_of_devices (const struct format *format)
{
  return format->print_run == NULL && format->print_fleet != NULL;
}

void
report_jsonl_record (FILE *out, const struct record *record)
{
  char *line = record_line (record->fields, record->of);

  fprintf (out, "%s\n", line);
  free (line);
}

void
report_jsonl (FILE *out, const struct records *records)
{
  for (size_t i = 0; i < records->n; i++)
    report_jsonl_record (out, &records->record[i]);
}
