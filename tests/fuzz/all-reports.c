/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>

#include "all-reports.h"
#include "report/report.h"

void
report_all (const struct records *records)
{
  static report_fn *const reports[]
      = { report_table, report_markdown, report_csv,
          report_jsonl, report_check,    report_html };
  FILE *nowhere = fopen ("/dev/null", "w");

  if (nowhere == NULL)
    abort ();
  for (size_t i = 0; i < sizeof reports / sizeof reports[0]; i++)
    reports[i](nowhere, records);
  fclose (nowhere);
}
