/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Comma-separated values, quoted as RFC 4180 has it, figures in SI units to
 * their full precision.  New columns are added at the end only.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "record/record.h"
#include "report/describe.h"
#include "report/formats.h"

/* The column's name, and where its value is in a case record. */
struct field {
  const char *name, *object, *key;
};

static const struct field fields[] = {
  { "case", NULL, "case" },
  { "job", NULL, "job" },
  { "problem", NULL, "problem" },
  { "family", NULL, "family" },
  { "plugin", NULL, "plugin" },
  { "variant", NULL, "variant" },
  { "tunables", NULL, "tunables" },
  { "peer", NULL, "peer" },
  { "device", NULL, "device" },
  { "cache", "mode", "cache" },
  { "launch", "mode", "launch" },
  { "memory", "mode", "memory" },
  { "scope", "mode", "scope" },
  { "params", NULL, "params" },
  { "dtype", NULL, "dtype" },
  { "status", NULL, "status" },
  { "reason", NULL, "reason" },
  { "verified", "verify", "done" },
  { "verify_method", "verify", "method" },
  { "verify_error", "verify", "error" },
  { "verify_bound", "verify", "bound" },
  { "bytes", "work", "bytes" },
  { "ops", "work", "ops" },
  { "op_class", "work", "op_class" },
  { "median_s", "time", "median_s" },
  { "min_s", "time", "min_s" },
  { "max_s", "time", "max_s" },
  { "mean_s", "time", "mean_s" },
  { "stddev_s", "time", "stddev_s" },
  { "spread", "time", "spread" },
  { "error", "time", "error" },
  { "samples", "time", "samples" },
  { "batch", "time", "batch" },
  { "settled", "time", "settled" },
  { "rate", "rate", "value" },
  { "rate_unit", "rate", "unit" },
  { "of_limit", NULL, "of_limit" },
  { "limit_s", "limit", "seconds" },
  { "limit_by", "limit", "by" },
  { "baseline", NULL, "baseline" },
  { "total_s", "spent", "total_s" },
  { "setup_s", "spent", "setup_s" },
  { "inputs_s", "spent", "inputs_s" },
  { "warmup_s", "spent", "warmup_s" },
  { "verify_s", "spent", "verify_s" },
  { "kernel_s", "spent", "kernel_s" },
  { "between_s", "spent", "between_s" },
  { "other_s", "spent", "other_s" },
};

#define N_FIELDS (sizeof fields / sizeof fields[0])

static void
print_quoted (FILE *out, const char *text)
{
  if (strpbrk (text, ",\"\r\n") == NULL) {
    fputs (text, out);
    return;
  }
  putc ('"', out);
  for (; *text != '\0'; text++) {
    if (*text == '"')
      putc ('"', out);
    putc (*text, out);
  }
  putc ('"', out);
}

static void
print_value (FILE *out, const json_t *value)
{
  char *pairs;

  if (json_is_string (value))
    print_quoted (out, json_string_value (value));
  else if (json_is_object (value)) {
    pairs = describe_pairs (value);
    print_quoted (out, pairs);
    free (pairs);
  } else if (value != NULL && !json_is_null (value))
    json_dumpf (value, out, JSON_ENCODE_ANY | JSON_REAL_PRECISION (15));
}

void
report_csv (FILE *out, const json_t *records)
{
  size_t i;
  const json_t *record;

  for (size_t j = 0; j < N_FIELDS; j++)
    fprintf (out, "%s%s", j > 0 ? "," : "", fields[j].name);
  putc ('\n', out);
  json_array_foreach (records, i, record)
  {
    if (!record_is_case (record))
      continue;
    for (size_t j = 0; j < N_FIELDS; j++) {
      if (j > 0)
        putc (',', out);
      print_value (out, record_at (record, fields[j].object, fields[j].key));
    }
    putc ('\n', out);
  }
}
