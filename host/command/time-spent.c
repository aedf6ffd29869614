/* SPDX-License-Identifier: BSD-3-Clause
 *
 * -v: prints what plugins logged and printed, where the time of a run went, as
 * sums of the times in its records, and the hashes of its file.
 */
#include <config.h>

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/printable.h"
#include "base/text.h"
#include "base/xalloc.h"
#include "command/commands.h"

#define PART(member) offsetof (struct result, spent.member)

static double
sum_part (const struct records *records, size_t part, size_t *n)
{
  double total = 0;

  *n = 0;
  for (size_t i = 0; i < records->n; i++) {
    const struct case_record *c = records_case (records, i);
    const double *value
        = c != NULL ? (const double *)((const char *)&c->result + part) : NULL;

    if (value == NULL || isnan (*value))
      continue;
    total += *value;
    (*n)++;
  }
  return total;
}

/* Prints captured output, line by line. */
static void
print_output_lines (FILE *out, const char *what, const char *printed)
{
  for (const char *rest = text_or_empty (printed); *rest != '\0';) {
    size_t n = strcspn (rest, "\n");

    print_line (out, "%s printed: %.*s", what, (int)n, rest);
    rest += n + (rest[n] == '\n');
  }
}

static void
print_case_output (FILE *out, const struct case_record *c)
{
  char *what = xasprintf ("%s/%s", c->job, c->variant);

  for (size_t i = 0; i < c->result.log.n; i++)
    print_line (out, "%s: %s", what, c->result.log.text[i]);
  print_output_lines (out, what, c->output);
  free (what);
}

static void
print_fault_output (FILE *out, const struct fault_record *fault)
{
  char *what = xasprintf ("family %s, %s,", text_or_empty (fault->family),
                          text_or_empty (fault->callback));

  print_output_lines (out, what, fault->output);
  free (what);
}

static void
print_all_output (FILE *out, const struct records *records)
{
  for (size_t i = 0; i < records->n; i++) {
    const struct case_record *c = records_case (records, i);
    const struct fault_record *fault = records_fault_at (records, i);

    if (c != NULL)
      print_case_output (out, c);
    if (fault != NULL)
      print_fault_output (out, fault);
  }
}

/* Prints the cases that timed out, and returns the sum of their seconds. */
static double
print_timeouts (FILE *out, const struct records *records)
{
  double total = 0;

  for (size_t i = 0; i < records->n; i++) {
    const struct case_record *c = records_case (records, i);

    if (c == NULL || c->result.status != STATUS_TIMEOUT
        || isnan (c->result.spent.total_s))
      continue;
    print_line (out, "%9.3f s  %s/%s, which timed out", c->result.spent.total_s,
                c->job, c->variant);
    total += c->result.spent.total_s;
  }
  return total;
}

void
time_spent_print (FILE *out, const struct records *records, double plan_s)
{
  static const struct {
    size_t part;
    const char *what;
  } parts[] = {
    { PART (setup_s), "plugins, devices, memory" },
    { PART (inputs_s), "making inputs and copying them" },
    { PART (warmup_s), "warming up" },
    { PART (verify_s), "verifying" },
    { PART (kernel_s), "timed launches" },
    { PART (between_s), "between timed launches (evictions, enqueueing)" },
    { PART (other_s), "everything else in workers" },
  };
  const struct end_record *end = records_end (records);
  double wall = plan_s + (end != NULL ? end->wall_s : 0), known = plan_s;
  double cases_s;
  size_t n;

  print_all_output (out, records);
  fprintf (out, "\nwhere the time went, of %.3f s:\n", wall);
  fprintf (out, "%9.3f s  finding plugins and devices\n", plan_s);
  for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
    double seconds = sum_part (records, parts[i].part, &n);
    known += seconds;
    fprintf (out, "%9.3f s  %s\n", seconds, parts[i].what);
  }
  known += print_timeouts (out, records);
  cases_s = sum_part (records, PART (total_s), &n);
  if (known <= wall)
    fprintf (out, "%9.3f s  the host: starting workers, frames, records\n",
             wall - known);
  else
    fprintf (out, "%9.3f s  less, since devices ran side by side\n",
             known - wall);
  if (n > 0)
    fprintf (out, "%9.3f s  a case on average, of %zu that ran\n",
             cases_s / (double)n, n);
}

void
hashes_print (FILE *out, const char *path, const struct run_record *run)
{
  const struct texts *hash = &run->parts.hash;

  for (size_t i = 0; i < hash->n; i++)
    if (hash->n == 1)
      print_line (out, "%s: %s", path, hash->text[i]);
    else
      print_line (out, "%s, part %zu of %zu: %s", path, i + 1, hash->n,
                  hash->text[i]);
}
