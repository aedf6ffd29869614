/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Comma-separated values: one head, and quotes where they are needed.
 */
#include "unit.h"

#include "sample-records.h"

static void
a_row_a_case (void **state)
{
  json_t *json = json_loads (
      "[{\"type\":\"run\"},{\"type\":\"case\",\"case\":7,\"job\":\"a\","
      "\"params\":{\"rows\":2,\"dtype\":\"i32\"},\"reason\":\"say \\\"no\\\", "
      "or\\nyes\",\"time\":{\"median_s\":1.7820000000000001e-05}},"
      "{\"type\":\"end\"}]",
      0, NULL);
  struct records records = records_of (json);
  char *text = report_text ("csv", &records), *row;

  (void)state;
  assert_memory_equal (text, "case,job,problem,", 17);
  row = strchr (text, '\n') + 1;
  assert_memory_equal (row, "7,a,,", 5);
  assert_non_null (strstr (row, ",rows=2 dtype=i32,"));
  assert_non_null (strstr (row, ",\"say \"\"no\"\", or\nyes\","));
  assert_non_null (strstr (row, ",1.782e-5,"));
  free (text);
  records_free (&records);
  json_decref (json);
}

int
main (void)
{
  const struct CMUnitTest tests[] = { cmocka_unit_test (a_row_a_case) };

  return cmocka_run_group_tests_name ("report-csv", tests, NULL, NULL);
}
