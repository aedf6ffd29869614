/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>

#include "base/message.h"
#include "report/report.h"

void
report_jsonl_record (FILE *out, const struct record *record)
{
  char *line = record_line (record->fields, record->of);

  if (line == NULL) {
    message_print ("out of memory");
    exit (EXIT_HOST);
  }
  fprintf (out, "%s\n", line);
  free (line);
}

void
report_jsonl (FILE *out, const struct records *records)
{
  for (size_t i = 0; i < records->n; i++)
    report_jsonl_record (out, &records->record[i]);
}
