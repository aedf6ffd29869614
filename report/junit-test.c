/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/printable.h"
#include "report/junit-test.h"

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

void
junit_count (struct junit_totals *totals, const struct junit_test *test)
{
  totals->n[test->outcome]++;
  if (is_known (test->seconds))
    totals->seconds += test->seconds;
}

void
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
print_figures (FILE *out, const struct junit_test *test)
{
  size_t n = 0;

  for (size_t i = 0; i < sizeof test->figure / sizeof test->figure[0]; i++) {
    if (!is_known (test->figure[i].value))
      continue;
    if (n++ == 0)
      fputs ("      <properties>\n", out);
    fprintf (out, "        <property name=\"%s\" value=\"%.15g\"/>\n",
             test->figure[i].name, test->figure[i].value);
  }
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

void
junit_print (FILE *out, const struct junit_test *test)
{
  fputs ("    <testcase", out);
  print_attribute (out, "classname", test->group);
  print_attribute (out, "name", test->name);
  if (is_known (test->seconds))
    fprintf (out, " time=\"%.6f\"", test->seconds);
  fputs (">\n", out);
  print_figures (out, test);
  if (test->outcome != JUNIT_PASSED)
    print_outcome (out, test);
  fputs ("    </testcase>\n", out);
}

void
junit_end (FILE *out)
{
  fputs ("  </testsuite>\n"
         "</testsuites>\n",
         out);
}
