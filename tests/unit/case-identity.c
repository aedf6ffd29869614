/* SPDX-License-Identifier: BSD-3-Clause
 *
 * By what a case is known again: all that was asked for, and nothing of what
 * came of it.
 */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/case-identity.h"
#include "sample-records.h"
#include "tests/unit/unit.h"

typedef struct identity identity_fn (const struct case_record *record);

/* Of a case record with these members. */
static struct identity
identity_of (identity_fn *of, const char *members)
{
  char text[512];
  struct records records;
  struct identity identity;
  json_t *json;

  snprintf (text, sizeof text, "[{\"type\":\"case\"%s%s}]",
            members[0] != '\0' ? "," : "", members);
  json = json_loads (text, 0, NULL);
  assert_non_null (json);
  records = records_of (json);
  identity = of (records_case (&records, 0));
  records_free (&records);
  json_decref (json);
  return identity;
}

static bool
same (identity_fn *of, const char *a, const char *b)
{
  const struct identity left = identity_of (of, a), right = identity_of (of, b);

  return memcmp (&left, &right, sizeof left) == 0;
}

TEST (all_that_was_asked_counts)
{
  static const char *const asked[] = { "",
                                       "\"job\":\"\"",
                                       "\"job\":\"a\"",
                                       "\"family\":\"a\"",
                                       "\"job\":\"ab\",\"family\":\"c\"",
                                       "\"job\":\"a\",\"family\":\"bc\"",
                                       "\"variant\":\"a\"",
                                       "\"plugin\":\"a\"",
                                       "\"device\":\"a\"",
                                       "\"params\":{}",
                                       "\"params\":{\"a\":1}",
                                       "\"params\":{\"a\":1.0}",
                                       "\"params\":{\"a\":\"1\"}",
                                       "\"params\":{\"a\":true}",
                                       "\"params\":{\"a\":1,\"b\":1}",
                                       "\"tunables\":{\"a\":1}",
                                       "\"mode\":{\"cache\":\"hot\"}",
                                       "\"mode\":{\"cache\":\"cold\"}",
                                       "\"settings\":{\"noise\":0.01}",
                                       "\"settings\":{\"noise\":0.02}",
                                       "\"settings\":{\"max_time\":0.02}",
                                       "\"settings\":{\"verify\":true}",
                                       "\"settings\":{\"verify\":false}" };
  const size_t n = sizeof asked / sizeof asked[0];

  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++)
      if (same (case_identity, asked[i], asked[j]) != (i == j))
        fail_msg ("{%s} and {%s}", asked[i], asked[j]);
}

TEST (what_came_of_it_does_not)
{
  assert_true (same (case_identity, "",
                     "\"case\":3,\"problem\":2,\"status\":\"ok\","
                     "\"summary\":\"a\",\"time\":{\"median_s\":1.5}"));
}

/* A file has fifteen digits of a real. */
TEST (reals_are_known_by_their_digits)
{
  assert_true (same (case_identity, "\"settings\":{\"noise\":0.3}",
                     "\"settings\":{\"noise\":0.30000000000000004}"));
  assert_false (same (case_identity, "\"settings\":{\"noise\":0.3}",
                      "\"settings\":{\"noise\":0.30000000000001}"));
}

TEST (a_place_is_another_matter)
{
  assert_true (same (case_run_position, "", "\"job\":\"a\""));
  assert_false (same (case_run_position, "\"case\":1", "\"case\":2"));
  assert_false (same (case_run_position, "\"case\":1", "\"problem\":1"));
  assert_false (same (case_run_position, "\"baseline\":\"a\"", ""));
  assert_false (
      same (case_run_position, "\"tuned\":{\"a\":1}", "\"tuned\":{}"));
}
