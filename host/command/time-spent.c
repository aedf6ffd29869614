/* SPDX-License-Identifier: BSD-3-Clause
 *
 * -v: prints what plugins logged and printed, which cases timed out, where the
 * time of a run went, as shares by the times in its records, and the hashes of
 * its file.
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

#define PART(member) offsetof (struct case_record, member)

static double
sum_part (const struct records *records, size_t part)
{
  double total = 0;

  for (size_t i = 0; i < records->n; i++) {
    const struct case_record *c = records_case (records, i);
    const double *value
        = c != NULL ? (const double *)((const char *)c + part) : NULL;

    if (value != NULL && !isnan (*value))
      total += *value;
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

/* Parts of the time, by what they are together. */
static const struct {
  const char *what;
  size_t part[2]; /* the second may be the first of all: none */
} shares[] = {
  { "timing", { PART (result.spent.kernel_s), PART (result.spent.between_s) } },
  { "verifying", { PART (result.spent.verify_s) } },
  { "auditing", { PART (result.spent.audit_s) } },
  { "replays", { PART (replay.total_s) } },
  { "inputs", { PART (result.spent.inputs_s) } },
  { "preparing",
    { PART (result.spent.setup_s), PART (result.spent.warmup_s) } },
  { "other", { PART (result.spent.other_s) } },
};

enum { N_SHARES = sizeof shares / sizeof shares[0] };

static void
print_share (FILE *out, const char *what, double seconds, double whole)
{
  fprintf (out, ", %s %.0f %%", what, 100 * seconds / whole);
}

void
time_spent_print (FILE *out, const struct records *records, double plan_s)
{
  const struct end_record *end = records_end (records);
  const double wall = plan_s + (end != NULL ? end->wall_s : 0);
  double seconds[N_SHARES], known, timeouts, whole;

  print_all_output (out, records);
  timeouts = print_timeouts (out, records);
  known = plan_s + timeouts;
  for (size_t i = 0; i < N_SHARES; i++) {
    seconds[i] = sum_part (records, shares[i].part[0]);
    if (shares[i].part[1] > 0)
      seconds[i] += sum_part (records, shares[i].part[1]);
    known += seconds[i];
  }
  /* Devices side by side take more together. */
  whole = fmax (wall, known);
  fprintf (out, "where the time went, of %.3f s: finding plugins %.0f %%", wall,
           100 * plan_s / whole);
  for (size_t i = 0; i < N_SHARES; i++)
    print_share (out, shares[i].what, seconds[i], whole);
  if (timeouts > 0)
    print_share (out, "timeouts", timeouts, whole);
  print_share (out, "processes and waiting", whole - known, whole);
  fputc ('\n', out);
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
