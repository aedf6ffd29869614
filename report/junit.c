/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/printable.h"
#include "base/text.h"
#include "base/xalloc.h"
#include "report/describe.h"
#include "report/groups.h"
#include "report/report.h"

enum junit_outcome { JUNIT_PASSED, JUNIT_FAILURE, JUNIT_ERROR, JUNIT_SKIPPED };

/* One test.  Its texts are escaped when they are printed. */
struct junit_test {
  const char *group; /* the class name in JUnit: a job */
  const char *name;
  double seconds; /* NaN or 0: unknown */
  enum junit_outcome outcome;
  const char *type;    /* of a failure, one word */
  const char *class;   /* of a wrong result; NULL: of none */
  const char *message; /* of a failure, one line */
  /* Named figures; NaN or 0: left out. */
  struct junit_figure {
    const char *name;
    double value;
  } figure[4];
  /* Named caveats; none: left out. */
  struct junit_caveats {
    const char *name;
    struct texts words;
  } caveats[2];
};

/* Begins zeroed. */
struct junit_totals {
  size_t n[JUNIT_SKIPPED + 1];
  double seconds;
};

#define SIGNS "&<>\"'"

static const char *const elements[] = { [JUNIT_FAILURE] = "failure",
                                        [JUNIT_ERROR] = "error",
                                        [JUNIT_SKIPPED] = "skipped" };

/* Line ends and characters that XML forbids are printed as on a terminal. */
static void
print_escaped (FILE *out, const char *text)
{
  for (size_t n; *text != '\0'; text += n) {
    n = strcspn (text, SIGNS);
    print_text (out, text, n);
    if (text[n] != '\0')
      fprintf (out, "&#%d;", text[n++]);
  }
}

static void
print_attribute (FILE *out, const char *name, const char *text)
{
  fprintf (out, " %s=\"", name);
  print_escaped (out, text);
  putc ('"', out);
}

static bool
is_known (double value)
{
  return isfinite (value) && value > 0;
}

static void
junit_count (void *to, const struct junit_test *test)
{
  struct junit_totals *totals = to;

  totals->n[test->outcome]++;
  if (is_known (test->seconds))
    totals->seconds += test->seconds;
}

static void
junit_begin (FILE *out, const char *name, const struct junit_totals *totals)
{
  size_t all = 0;

  for (size_t i = 0; i < sizeof totals->n / sizeof totals->n[0]; i++)
    all += totals->n[i];
  fputs ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
         "<testsuites>\n"
         "  <testsuite",
         out);
  print_attribute (out, "name", name);
  fprintf (out,
           " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" skipped=\"%zu\""
           " time=\"%.6f\">\n",
           all, totals->n[JUNIT_FAILURE], totals->n[JUNIT_ERROR],
           totals->n[JUNIT_SKIPPED], totals->seconds);
}

static void
print_property (FILE *out, size_t *n, const char *name, const char *value)
{
  fputs ((*n)++ == 0 ? "      <properties>\n        <property"
                     : "        <property",
         out);
  print_attribute (out, "name", name);
  print_attribute (out, "value", value);
  fputs ("/>\n", out);
}

static void
print_caveats (FILE *out, size_t *n, const struct junit_caveats *caveats)
{
  char *words = NULL;

  for (size_t i = 0; i < caveats->words.n; i++)
    words = list_append (words, caveats->words.text[i]);
  if (words != NULL)
    print_property (out, n, caveats->name, words);
  free (words);
}

static void
print_properties (FILE *out, const struct junit_test *test)
{
  size_t n = 0;

  for (size_t i = 0; i < sizeof test->figure / sizeof test->figure[0]; i++) {
    char value[32];

    snprintf (value, sizeof value, "%.15g", test->figure[i].value);
    if (is_known (test->figure[i].value))
      print_property (out, &n, test->figure[i].name, value);
  }
  if (test->class != NULL)
    print_property (out, &n, "class", test->class);
  for (size_t i = 0; i < sizeof test->caveats / sizeof test->caveats[0]; i++)
    print_caveats (out, &n, &test->caveats[i]);
  if (n > 0)
    fputs ("      </properties>\n", out);
}

/* Some tools show the attribute, others the text inside. */
static void
print_outcome (FILE *out, const struct junit_test *test)
{
  const char *element = elements[test->outcome];

  fprintf (out, "      <%s", element);
  print_attribute (out, "message", test->message);
  if (test->outcome != JUNIT_SKIPPED)
    print_attribute (out, "type", test->type);
  putc ('>', out);
  print_escaped (out, test->message);
  fprintf (out, "</%s>\n", element);
}

static void
junit_print (void *to, const struct junit_test *test)
{
  FILE *out = to;

  fputs ("    <testcase", out);
  print_attribute (out, "classname", test->group);
  print_attribute (out, "name", test->name);
  if (is_known (test->seconds))
    fprintf (out, " time=\"%.6f\"", test->seconds);
  fputs (">\n", out);
  print_properties (out, test);
  if (test->outcome != JUNIT_PASSED)
    print_outcome (out, test);
  fputs ("    </testcase>\n", out);
}

static void
junit_end (FILE *out)
{
  fputs ("  </testsuite>\n"
         "</testsuites>\n",
         out);
}

/* A run as JUnit XML for CI: one test per case.  A wrong or suspect case is a
 * failure, a case without a result an error.  JUnit has no rates: the speed of
 * a case and its caveats are in properties of its test, and the test's time is
 * all the time that the case took.
 */

static enum junit_outcome
outcome_of (const struct case_record *record)
{
  if (record->result.status == STATUS_SKIPPED)
    return JUNIT_SKIPPED;
  if (record->result.status == STATUS_WRONG || case_is_suspect (record))
    return JUNIT_FAILURE;
  return record->result.status == STATUS_OK ? JUNIT_PASSED : JUNIT_ERROR;
}

/* A case of several rounds is one test per round. */
static char *
name_of (const struct case_record *record)
{
  char *name = describe_case (record), *with_round;

  if (record->round == INTEGER_ABSENT || record->round == 0)
    return name;
  with_round = xasprintf ("%s, round %" PRId64, name, record->round + 1);
  free (name);
  return with_round;
}

static struct junit_test
test_of (const struct case_record *record, char *name)
{
  return (struct junit_test){
    .group = text_or_empty (record->job),
    .name = name,
    .seconds = record->result.spent.total_s,
    .outcome = outcome_of (record),
    .type = case_outcome (record),
    .class = record->result.class,
    .message = case_is_suspect (record) ? "faster than its device can be"
                                        : text_or_empty (record->result.reason),
    .figure = { { "median_s", case_time_shown (record) },
                { "rate", record->rate.value },
                { "of_limit", record->of_limit } },
    .caveats = { { "caveats", record->verdicts } },
  };
}

static struct junit_test
test_of_fault (const struct fault_record *fault, char *message)
{
  return (struct junit_test){
    .group = text_or_empty (fault->job),
    .name = "between cases",
    .outcome = JUNIT_ERROR,
    .type = names_at (&status_names, fault->status),
    .message = message,
  };
}

/* The test of an incomplete run. */
static struct junit_test
test_of_break (const char *message)
{
  return (struct junit_test){
    .group = "gkhost",
    .name = "run",
    .outcome = JUNIT_ERROR,
    .type = "incomplete",
    .message = message,
  };
}

typedef void visit_fn (void *to, const struct junit_test *test);

static void
each_test (const struct groups *groups, visit_fn *visit, void *to)
{
  char *text;

  for (size_t i = 0; i < groups->records->n; i++) {
    const struct case_record *record = records_case (groups->records, i);
    const struct fault_record *fault = records_fault_at (groups->records, i);
    struct junit_test test;

    if (record == NULL && fault == NULL)
      continue;
    text = record != NULL ? name_of (record) : describe_fault (fault);
    test
        = record != NULL ? test_of (record, text) : test_of_fault (fault, text);
    visit (to, &test);
    free (text);
  }
  text = describe_break (groups->records);
  if (text != NULL) {
    const struct junit_test test = test_of_break (text);

    visit (to, &test);
  }
  free (text);
}

void
report_junit (FILE *out, const struct records *records)
{
  struct junit_totals totals = { 0 };
  struct groups groups;
  char *name;

  groups_make (&groups, records);
  name = groups.run != NULL ? describe_run (groups.run) : xstrdup ("gkhost");
  each_test (&groups, junit_count, &totals);
  junit_begin (out, name, &totals);
  each_test (&groups, junit_print, out);
  junit_end (out);
  free (name);
  groups_free (&groups);
}

/* A comparison as JUnit XML for CI: a case that became slower, or no longer
 * passes, is a failure, and so is one that the new run lacks; with
 * --allow-missing, and where the old run lacks it, it is skipped.
 */

static enum junit_outcome
change_outcome (const struct change_record *c)
{
  if (c->breaks || change_record_is (c, CHANGE_SLOWER))
    return JUNIT_FAILURE;
  if (change_record_says (c, CHANGE_ONLY_OLD)
      || change_record_says (c, CHANGE_ONLY_NEW))
    return JUNIT_SKIPPED;
  return JUNIT_PASSED;
}

/* "vector threads=128, copy: rows=1000 cols=1000, cold cache, on cpu" */
static char *
change_name (const struct records *changes, size_t i)
{
  const struct change_record *c = changes->record[i].of;
  char *row = describe_variant (c->variant, NULL, c->tuned);
  char *problem = describe_changes (changes, i, i + 1);
  char *name = xasprintf ("%s, %s", row, problem);

  free (row);
  free (problem);
  return name;
}

static struct junit_test
change_test (const struct change_record *c, const char *name)
{
  return (struct junit_test){
    .group = text_or_empty (c->job),
    .name = name,
    .outcome = change_outcome (c),
    .type = text_or_empty (c->verdict),
    .class = c->class,
    .message = text_or_empty (c->reason != NULL ? c->reason : c->verdict),
    .figure = { { "old_median_s", c->old.median_s },
                { "new_median_s", c->new.median_s },
                { "drift", c->drift },
                { "ratio", c->ratio } },
    .caveats = { { "old_caveats", c->old.verdicts },
                 { "new_caveats", c->new.verdicts } },
  };
}

static void
each_change (const struct records *changes, visit_fn *visit, void *to)
{
  const struct comparison_record *head = changes->record[0].of;

  for (size_t i = 1; i < changes->n; i++) {
    char *name = change_name (changes, i);
    const struct junit_test test = change_test (changes->record[i].of, name);

    visit (to, &test);
    free (name);
  }
  for (size_t i = 0; head->fails && i < head->incomplete.n; i++) {
    const struct junit_test test = test_of_break (head->incomplete.text[i]);

    visit (to, &test);
  }
}

void
changes_junit (FILE *out, const struct records *changes)
{
  struct junit_totals totals = { 0 };
  char *head = describe_comparison_totals (changes);

  each_change (changes, junit_count, &totals);
  junit_begin (out, head, &totals);
  each_change (changes, junit_print, out);
  junit_end (out);
  free (head);
}
