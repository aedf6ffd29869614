/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>

#include "report/report.h"
#include "sample-records.h"

struct records
records_of (const json_t *array)
{
  struct records records = { 0 };
  const json_t *record;
  size_t i;

  json_array_foreach (array, i, record)
  {
    records_add_json (&records, record);
  }
  return records;
}

char *
report_text (const char *format, const struct records *records)
{
  char *text;
  size_t n;
  FILE *out = open_memstream (&text, &n);

  if (out == NULL)
    abort ();
  format_find (format)->print_run (out, records);
  fclose (out);
  return text;
}
