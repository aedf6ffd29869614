/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A run as JUnit XML for CI: one test per case.  A wrong or suspect case is a
 * failure, a case without a result an error.  JUnit has no rates: the speed of
 * a case is in properties of its test, and the test's time is all the time that
 * the case took.
 */
#include <config.h>

#include <inttypes.h>
#include <stdlib.h>

#include "base/text.h"
#include "base/xalloc.h"
#include "report/describe.h"
#include "report/groups.h"
#include "report/junit-test.h"
#include "report/report.h"

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
    .message = case_is_suspect (record) ? "faster than its device can be"
                                        : text_or_empty (record->result.reason),
    .figure = { { "median_s", case_time_shown (record) },
                { "rate", record->rate.value },
                { "of_limit", record->of_limit } },
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
  for (size_t i = 0; i < groups->records->n; i++) {
    const struct case_record *record = records_case (groups->records, i);
    const struct fault_record *fault = records_fault_at (groups->records, i);
    struct junit_test test;
    char *text;

    if (record == NULL && fault == NULL)
      continue;
    text = record != NULL ? name_of (record) : describe_fault (fault);
    test
        = record != NULL ? test_of (record, text) : test_of_fault (fault, text);
    visit (to, &test);
    free (text);
  }
  if (describe_break (groups) != NULL) {
    const struct junit_test test = test_of_break (describe_break (groups));

    visit (to, &test);
  }
}

static void
count_test (void *to, const struct junit_test *test)
{
  junit_count (to, test);
}

static void
print_test (void *to, const struct junit_test *test)
{
  junit_print (to, test);
}

void
report_junit (FILE *out, const struct records *records)
{
  struct junit_totals totals = { 0 };
  struct groups groups;
  char *name;

  groups_make (&groups, records);
  name = groups.run != NULL ? describe_run (groups.run) : xstrdup ("gkhost");
  each_test (&groups, count_test, &totals);
  junit_begin (out, name, &totals);
  each_test (&groups, print_test, out);
  junit_end (out);
  free (name);
  groups_free (&groups);
}
