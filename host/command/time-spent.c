/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "command/time-spent.h"
#include "record/record.h"

static double
sum (const json_t *records, const char *key, size_t *n)
{
  const json_t *record;
  double total = 0, value;
  size_t i;

  *n = 0;
  json_array_foreach (
      records, i, record) if (record_is_case (record)
                              && record_number (record, "spent", key, &value))
  {
    total += value;
    (*n)++;
  }
  return total;
}

static void
print_log (FILE *out, const json_t *records)
{
  const json_t *record, *line;
  size_t i, j;

  json_array_foreach (records, i, record)
      json_array_foreach (json_object_get (record, "log"), j, line)
          fprintf (out, "%s/%s: %s\n", record_text (record, NULL, "job"),
                   record_text (record, NULL, "variant"),
                   json_string_value (line));
}

void
time_spent_print (FILE *out, const json_t *records, double plan_s)
{
  static const struct {
    const char *key, *what;
  } parts[] = {
    { "setup_s", "plugins, devices, memory" },
    { "inputs_s", "making inputs and copying them" },
    { "warmup_s", "warming up" },
    { "verify_s", "verifying" },
    { "kernel_s", "timed launches" },
    { "between_s", "between timed launches (evictions, enqueueing)" },
    { "other_s", "everything else in workers" },
  };
  double wall = 0, known = plan_s, cases_s;
  size_t n;

  print_log (out, records);
  record_number (record_find (records, "end"), NULL, "wall_s", &wall);
  wall += plan_s;
  fprintf (out, "\nwhere the time went, of %.3f s:\n", wall);
  fprintf (out, "%9.3f s  finding plugins and devices\n", plan_s);
  for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
    double seconds = sum (records, parts[i].key, &n);
    known += seconds;
    fprintf (out, "%9.3f s  %s\n", seconds, parts[i].what);
  }
  cases_s = sum (records, "total_s", &n);
  fprintf (out, "%9.3f s  the host: starting workers, frames, records\n",
           wall - known);
  if (n > 0)
    fprintf (out, "%9.3f s  a case on average, of %zu that ran\n",
             cases_s / (double)n, n);
}
