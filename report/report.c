/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <string.h>

#include "base/list.h"
#include "report/report.h"

static const struct {
  const char *name;
  report_fn *print;
  report_fn *print_changes;
  bool data; /* read by programs: nothing else may be printed with it */
  report_record_fn *each;
  report_fleet_fn *fleet;
} formats[] = {
  { "table", report_table, report_changes_table, false, NULL, fleet_table },
  { "csv", report_csv, report_csv, true, report_csv_record, NULL },
  { "markdown", report_markdown, report_changes_markdown, false, NULL,
    fleet_markdown },
  { "jsonl", report_jsonl, report_jsonl, true, report_jsonl_record, NULL },
  { "junit", report_junit, report_changes_junit, true, NULL, NULL },
  { "html", report_html, report_changes_html, true, NULL, NULL },
  { "svg", report_svg, NULL, true, NULL, NULL },
  { "openmetrics", report_openmetrics, report_openmetrics, true, NULL,
    fleet_openmetrics }
};
enum { N_FORMATS = sizeof formats / sizeof formats[0] };

report_fn *
report_find (const char *format)
{
  for (size_t i = 0; i < N_FORMATS; i++)
    if (strcmp (formats[i].name, format) == 0)
      return formats[i].print;
  return NULL;
}

bool
report_is_data (report_fn *report)
{
  for (size_t i = 0; i < N_FORMATS; i++)
    if (formats[i].print == report)
      return formats[i].data;
  return false;
}

bool
report_is_of_devices (report_fn *report)
{
  return report == report_openmetrics;
}

report_fn *
report_of_changes (report_fn *report)
{
  for (size_t i = 0; i < N_FORMATS; i++)
    if (formats[i].print == report)
      return formats[i].print_changes;
  return formats[0].print_changes;
}

report_record_fn *
report_each (report_fn *report)
{
  for (size_t i = 0; i < N_FORMATS; i++)
    if (formats[i].print == report)
      return formats[i].each;
  return NULL;
}

report_fleet_fn *
report_of_fleet (report_fn *report)
{
  for (size_t i = 0; i < N_FORMATS; i++)
    if (formats[i].print == report)
      return formats[i].fleet;
  return NULL;
}

const char *
report_name (report_fn *report)
{
  for (size_t i = 0; i < N_FORMATS; i++)
    if (formats[i].print == report)
      return formats[i].name;
  return "";
}

const char *
report_format_at (size_t i)
{
  return i < N_FORMATS ? formats[i].name : NULL;
}

char *
report_formats (void)
{
  char *all = NULL;

  for (size_t i = 0; i < N_FORMATS; i++)
    all = list_append (all, formats[i].name);
  return all;
}
