/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "record/journal.h"
#include "report/formats.h"

void
report_jsonl (FILE *out, const json_t *records)
{
  size_t i;
  const json_t *record;

  json_array_foreach (records, i, record)
  {
    json_dumpf (record, out, JOURNAL_DUMP);
    putc ('\n', out);
  }
}
