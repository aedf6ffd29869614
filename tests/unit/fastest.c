/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which rows compete for the fastest of a sweep, which of them wins, and what
 * the reports say of it.
 */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "sample-records.h"
#include "tests/unit/unit.h"

#define TITLE "\nfastest tunables of each problem\n"
#define COPY "copy: rows=1000, cold cache"

/* The records of a test. */
static json_t *rows;

static int
begin (void **state)
{
  (void)state;
  rows = json_array ();
  return 0;
}

static int
end (void **state)
{
  (void)state;
  json_decref (rows);
  return 0;
}

/* Adds the row of a variant on cuda:0 with these tunables and so many
 * microseconds, right and verified; what a test wants otherwise, it sets in
 * what is returned. */
static json_t *
row (const char *variant, const char *tunables, double us)
{
  json_t *values = json_loads (tunables, 0, NULL);
  json_t *row = json_pack (
      "{s:s, s:i, s:s, s:s, s:s, s:s, s:{s:i}, s:{s:s}, s:O, s:o, s:s, s:{s:b},"
      " s:{s:f, s:f}}",
      "type", "case", "case", (int)json_array_size (rows), "job", "job",
      "family", "copy", "variant", variant, "device", "cuda:0", "params",
      "rows", 1000, "mode", "cache", "cold", "tuned", values, "tunables",
      values, "status", "ok", "verify", "done", 1, "time", "median_s",
      us * 1e-6, "spread", 0.01);

  assert_non_null (row);
  json_array_append_new (rows, row);
  return row;
}

static json_t *
peer (double us)
{
  json_t *record = row ("memcpy", "{}", us);

  json_object_set_new (record, "peer", json_true ());
  return record;
}

static void
set (json_t *record, const char *key, const char *value)
{
  json_object_set_new (record, key, json_string (value));
}

static char *
report (const char *format)
{
  struct records records = records_of (rows);
  char *text = report_text (format, &records);

  records_free (&records);
  return text;
}

/* The table of the rows ends so. */
static void
assert_ends (const char *want)
{
  char *text = report ("table");
  size_t n = strlen (text), wanted = strlen (want);

  if (n < wanted || strcmp (text + n - wanted, want) != 0)
    fail_msg ("wanted at the end:\n%s\nin:\n%s", want, text);
  free (text);
}

/* No report of the rows has a fastest one. */
static void
assert_none (void)
{
  static const char *const formats[] = { "table", "markdown", "csv", "jsonl" };

  for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
    char *text = report (formats[i]);

    if (strstr (text, "\nfastest tunables") != NULL)
      fail_msg ("wanted none in:\n%s", text);
    free (text);
  }
}

FIXTURE_TEST (the_least_time_wins, begin, end)
{
  row ("bulk", "{\"stage\":8}", 12);
  row ("bulk", "{\"stage\":16}", 10);
  row ("bulk", "{\"stage\":32}", 11);
  assert_ends (TITLE COPY ", on cuda:0\n    bulk stage=16: 10.0 us\n");
}

FIXTURE_TEST (the_fastest_peer_is_compared_with, begin, end)
{
  row ("bulk", "{\"stage\":8}", 12);
  row ("bulk", "{\"stage\":16}", 10);
  peer (13);
  assert_ends ("bulk stage=16: 10.0 us, speed-up 1.30x over memcpy\n");
  peer (8);
  assert_ends ("bulk stage=16: 10.0 us, speed-up 0.800x over memcpy\n");
}

FIXTURE_TEST (a_variant_without_tunables_may_win, begin, end)
{
  row ("bulk", "{\"stage\":8}", 12);
  row ("bulk", "{\"stage\":16}", 10);
  row ("simple", "{}", 9);
  assert_ends (TITLE COPY ", on cuda:0\n    simple: 9.00 us\n");
}

FIXTURE_TEST (without_a_sweep_there_is_none, begin, end)
{
  row ("bulk", "{\"stage\":8}", 12);
  row ("hinted", "{\"words\":4}", 11);
  row ("bulk", "{\"stage\":8}", 10);
  peer (13);
  assert_none ();
}

/* A tunable that one job sets to its default has not been swept. */
FIXTURE_TEST (what_is_set_may_be_the_default, begin, end)
{
  row ("bulk", "{\"stage\":8}", 12);
  json_object_set_new (row ("bulk", "{\"stage\":8}", 10), "tuned",
                       json_object ());
  assert_none ();
}

FIXTURE_TEST (records_without_tunables_are_no_sweep, begin, end)
{
  json_object_del (row ("bulk", "{}", 12), "tunables");
  json_object_del (row ("bulk", "{}", 10), "tunables");
  assert_none ();
}

FIXTURE_TEST (a_row_that_did_not_pass_never_wins, begin, end)
{
  static const char *const failures[]
      = { "wrong", "failed", "crashed", "timeout" };

  row ("bulk", "{\"stage\":8}", 12);
  for (size_t i = 0; i < sizeof failures / sizeof failures[0]; i++)
    set (row ("bulk", "{\"stage\":16}", 1), "status", failures[i]);
  set (peer (1), "status", "wrong");
  assert_ends (TITLE COPY ", on cuda:0\n    bulk stage=8: 12.0 us\n");
}

FIXTURE_TEST (where_nothing_passed_there_is_none, begin, end)
{
  set (row ("bulk", "{\"stage\":8}", 1), "status", "wrong");
  set (row ("bulk", "{\"stage\":16}", 1), "status", "failed");
  peer (9);
  assert_none ();
}

/* Of variants that can't run where another does, nothing was swept. */
FIXTURE_TEST (skipped_rows_are_no_sweep, begin, end)
{
  set (row ("bulk", "{\"stage\":8}", 1), "status", "skipped");
  set (row ("bulk", "{\"stage\":16}", 1), "status", "skipped");
  row ("simple", "{}", 9);
  assert_none ();
}

/* Adds a row that would win, and whose peer would be the fastest, were it of
 * the same problem: of that, the field differs. */
static void
add_stranger (const char *key, json_t *value)
{
  json_t *record = row ("bulk", "{\"stage\":8}", 1);

  json_object_set (record, key, value);
  json_object_set_new (peer (2), key, value);
}

FIXTURE_TEST (only_like_competes_with_like, begin, end)
{
  row ("bulk", "{\"stage\":8}", 12);
  row ("bulk", "{\"stage\":16}", 10);
  add_stranger ("device", json_string ("cuda:1"));
  add_stranger ("device", json_string ("cpu"));
  add_stranger ("family", json_string ("move"));
  add_stranger ("data", json_string ("zero"));
  add_stranger ("params", json_pack ("{s:i}", "rows", 9));
  add_stranger ("mode", json_pack ("{s:s}", "cache", "hot"));
  add_stranger ("mode",
                json_pack ("{s:s, s:s}", "cache", "cold", "launch", "graph"));
  add_stranger ("mode",
                json_pack ("{s:s, s:s}", "cache", "cold", "memory", "mapped"));
  add_stranger ("mode",
                json_pack ("{s:s, s:s}", "cache", "cold", "scope", "transfer"));
  assert_ends (TITLE COPY ", on cuda:0\n    bulk stage=16: 10.0 us\n");
}

FIXTURE_TEST (each_device_has_its_own, begin, end)
{
  row ("bulk", "{\"stage\":8}", 12);
  row ("bulk", "{\"stage\":16}", 10);
  set (row ("bulk", "{\"stage\":8}", 9), "device", "cuda:1");
  set (row ("bulk", "{\"stage\":16}", 11), "device", "cuda:1");
  assert_ends (TITLE COPY ", on cuda:0\n    bulk stage=16: 10.0 us\n" COPY
                          ", on cuda:1\n    bulk stage=8: 9.00 us\n");
}

FIXTURE_TEST (jobs_of_one_problem_compete, begin, end)
{
  row ("bulk", "{\"stage\":8}", 12);
  json_object_set_new (row ("bulk", "{\"stage\":16}", 10), "problem",
                       json_integer (1));
  json_object_set_new (peer (5), "problem", json_integer (2));
  assert_ends (TITLE COPY ", on cuda:0\n    bulk stage=16: 10.0 us, speed-up "
                          "0.500x over memcpy\n");
}

/* Workers end cases in another order than the suite has them. */
FIXTURE_TEST (of_a_tie_the_first_in_the_suite_wins, begin, end)
{
  json_object_set_new (row ("bulk", "{\"stage\":16}", 10), "case",
                       json_integer (2));
  row ("bulk", "{\"stage\":8}", 10);
  assert_ends ("bulk stage=8: 10.0 us; 1 other within its spread of 1.0%\n");
}

FIXTURE_TEST (a_narrow_win_is_told, begin, end)
{
  row ("bulk", "{\"stage\":8}", 10);
  row ("bulk", "{\"stage\":16}", 10.09);
  row ("bulk", "{\"stage\":32}", 10.05);
  row ("bulk", "{\"stage\":64}", 10.2);
  set (row ("bulk", "{\"stage\":96}", 10), "status", "wrong");
  peer (10.01);
  assert_ends ("    bulk stage=8: 10.0 us, speed-up 1.00x over memcpy; 2 "
               "others within its\n    spread of 1.0%\n");
}

FIXTURE_TEST (one_sample_has_no_spread, begin, end)
{
  for (int i = 0; i < 2; i++)
    json_object_set_new (
        json_object_get (row ("bulk", i ? "{\"a\":1}" : "{\"a\":2}", 10),
                         "time"),
        "samples", json_integer (1));
  assert_ends ("    bulk a=2: 10.0 us\n");
}

FIXTURE_TEST (what_was_not_verified_is_told, begin, end)
{
  row ("bulk", "{\"stage\":8}", 12);
  json_object_del (row ("bulk", "{\"stage\":16}", 10), "verify");
  assert_ends ("    bulk stage=16: 10.0 us, not verified\n");
}

/* The first records said nothing of what the suite set. */
FIXTURE_TEST (old_records_show_all_tunables, begin, end)
{
  json_object_del (row ("bulk", "{\"stage\":8,\"blocks\":1}", 12), "tuned");
  json_object_del (row ("bulk", "{\"stage\":16,\"blocks\":1}", 10), "tuned");
  assert_ends ("    bulk stage=16 blocks=1: 10.0 us\n");
}

FIXTURE_TEST (a_page_has_a_table_of_them, begin, end)
{
  char *text;

  row ("bulk", "{\"stage\":8}", 12);
  row ("bulk", "{\"stage\":16}", 10);
  peer (13);
  text = report ("markdown");
  assert_non_null (strstr (text, "\n### fastest"));
  assert_string_equal (
      strstr (text, "\n### fastest"),
      "\n### fastest tunables of each problem\n\n"
      "| problem | fastest |\n| --- | --- |\n"
      "| " COPY ", on cuda:0 | bulk stage=16: 10.0 us, speed-up 1.30x over "
      "memcpy |\n");
  free (text);
}
