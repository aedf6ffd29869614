/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A comparison as JUnit XML for CI: a case that became slower, or no longer
 * passes, is a failure; a case that one of the runs lacks is skipped.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/xalloc.h"
#include "report/changes-view.h"
#include "report/describe.h"
#include "report/junit-test.h"
#include "report/report.h"

static enum junit_outcome
outcome_of (const struct change_record *c)
{
  if (c->breaks || change_record_is (c, CHANGE_SLOWER))
    return JUNIT_FAILURE;
  if (strcmp (text_or_empty (c->verdict), CHANGE_ONLY_OLD) == 0
      || strcmp (text_or_empty (c->verdict), CHANGE_ONLY_NEW) == 0)
    return JUNIT_SKIPPED;
  return JUNIT_PASSED;
}

/* "vector threads=128, copy: rows=1000 cols=1000, cold cache, on cpu" */
static char *
name_of (const struct records *changes, size_t i)
{
  const struct change_record *c = changes->record[i].of;
  char *tuned = describe_pairs (c->tuned);
  char *problem = describe_changes (changes, i, i + 1), *name;

  name = xasprintf ("%s%s%s, %s", text_or_empty (c->variant),
                    tuned[0] != '\0' ? " " : "", tuned, problem);
  free (tuned);
  free (problem);
  return name;
}

static struct junit_test
test_of (const struct change_record *c, const char *name)
{
  return (struct junit_test){
    .group = text_or_empty (c->job),
    .name = name,
    .outcome = outcome_of (c),
    .type = text_or_empty (c->verdict),
    .message = text_or_empty (c->reason),
    .figure = { { "old_median_s", c->old.median_s },
                { "new_median_s", c->new.median_s },
                { "ratio", c->ratio } },
  };
}

void
changes_junit (FILE *out, const struct records *changes)
{
  struct junit_totals totals = { 0 };
  char *head = describe_comparison_totals (changes);

  for (size_t i = 1; i < changes->n; i++) {
    const struct junit_test test = test_of (changes->record[i].of, "");

    junit_count (&totals, &test);
  }
  junit_begin (out, head, &totals);
  for (size_t i = 1; i < changes->n; i++) {
    char *name = name_of (changes, i);
    const struct junit_test test = test_of (changes->record[i].of, name);

    junit_print (out, &test);
    free (name);
  }
  junit_end (out);
  free (head);
}
