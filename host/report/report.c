/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <string.h>

#include "report/formats.h"
#include "report/report.h"

report_fn *
report_find (const char *format)
{
  static const struct {
    const char *name;
    report_fn *print;
  } formats[] = { { "table", report_table },
                  { "csv", report_csv },
                  { "markdown", report_markdown },
                  { "jsonl", report_jsonl } };

  for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++)
    if (strcmp (formats[i].name, format) == 0)
      return formats[i].print;
  return NULL;
}

const char *
report_formats (void)
{
  return "table, csv, markdown, jsonl";
}
