/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The table that a profiler prints, and what is none.
 */
#include "unit.h"

#include <math.h>

#include "command/counters.h"

static const char head[]
    = "\"ID\",\"Kernel Name\",\"gpu__time_duration.sum\",\"other\","
      "\"sm__throughput.avg.pct_of_peak_sustained_elapsed\"";
static const char units[] = "\"\",\"\",\"us\",\"\",\"%\"";
static const char row[] = "\"0\",\"f<\"\"a\"\">(int, int)\",\"1,250.5\",\"x\","
                          "\"61.25\"";

/* A NaN is near nothing. */
static void
assert_near (double value, double want, double off)
{
  assert_true (fabs (value - want) <= off);
}

static void
a_table_is_read_by_the_names_of_its_columns (void **state)
{
  struct counters c = { 0 };

  (void)state;
  assert_false (counters_read (&c, "==PROF== Connected to process 1"));
  assert_false (counters_read (&c, row)); /* nobody said what it is */
  assert_true (counters_read (&c, head));
  assert_true (counters_read (&c, units));
  assert_true (counters_read (&c, row));
  assert_false (counters_read (&c, ""));
  assert_int_equal (c.n, 1);
  assert_string_equal (c.kernel[0].name, "f<\"a\">(int, int)");
  assert_near (c.kernel[0].value[COUNTER_SECONDS], 1250.5e-6, 1e-12);
  assert_near (c.kernel[0].value[COUNTER_SM], 61.25, 1e-12);
  assert_true (isnan (c.kernel[0].value[COUNTER_DRAM]));
  assert_null (c.broken);
  counters_free (&c);
}

/* The time of a kernel in a table of this unit. */
static double
time_in (const char *unit)
{
  struct counters c = { 0 };
  char line[64];
  double seconds;

  snprintf (line, sizeof line, "\"\",\"\",\"%s\",\"\",\"\"", unit);
  counters_read (&c, head);
  counters_read (&c, line);
  counters_read (&c, "\"0\",\"f\",\"2\",\"\",\"n/a\"");
  assert_true (isnan (c.kernel[0].value[COUNTER_SM]));
  seconds = c.kernel[0].value[COUNTER_SECONDS];
  counters_free (&c);
  return seconds;
}

static void
units_go_by_two_names (void **state)
{
  (void)state;
  assert_near (time_in ("ns"), 2e-9, 1e-15);
  assert_near (time_in ("nsecond"), 2e-9, 1e-15);
  assert_near (time_in ("usecond"), 2e-6, 1e-12);
  assert_near (time_in ("msecond"), 2e-3, 1e-9);
  assert_near (time_in ("second"), 2, 1e-9);
  assert_true (isnan (time_in ("cycle")));
  assert_true (isnan (time_in ("")));
}

/* However a line is cut, it is a row, or told to be none. */
static void
broken_lines_are_told (void **state)
{
  (void)state;
  for (size_t n = 1; n < sizeof row - 1; n++) {
    struct counters c = { 0 };
    char cut[sizeof row];

    memcpy (cut, row, n);
    cut[n] = '\0';
    counters_read (&c, head);
    assert_true (counters_read (&c, cut));
    assert_int_equal (c.n, 0);
    assert_string_equal (c.broken, cut);
    counters_free (&c);
  }
}

/* A table in which nothing is that was asked for. */
static void
columns_may_be_missing (void **state)
{
  struct counters c = { 0 };

  (void)state;
  counters_read (&c, "\"ID\"");
  counters_read (&c, "\"\"");
  counters_read (&c, "\"7\"\r");
  assert_int_equal (c.n, 1);
  assert_string_equal (c.kernel[0].name, "?");
  for (int i = 0; i < N_COUNTERS; i++)
    assert_true (isnan (c.kernel[0].value[i]));
  counters_free (&c);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (a_table_is_read_by_the_names_of_its_columns),
    cmocka_unit_test (units_go_by_two_names),
    cmocka_unit_test (broken_lines_are_told),
    cmocka_unit_test (columns_may_be_missing),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
