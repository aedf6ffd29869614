/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Files of records as they are read back: broken lines, several runs, and runs
 * in parts.
 */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "record/runs.h"
#include "record-file.h"
#include "said.h"
#include "tests/unit/unit.h"

#define RUN "{\"type\":\"run\",\"format\":2}\n"
#define RESUMED(more)                                                          \
  "{\"type\":\"run\",\"format\":2,\"resumed\":{\"cases\":1" more "}}\n"
#define CASE(number)                                                           \
  "{\"type\":\"case\",\"case\":" #number ",\"problem\":" #number "}\n"
#define FAULT(number) "{\"type\":\"fault\",\"problem\":" #number "}\n"
#define FAULT_OF(variant, number)                                              \
  "{\"type\":\"fault\",\"variant\":\"" variant "\",\"problem\":" #number "}\n"
#define CASE_OF(variant, number)                                               \
  "{\"type\":\"case\",\"variant\":\"" variant "\",\"case\":" #number           \
  ",\"problem\":0}\n"
#define END "{\"type\":\"end\",\"cases\":1}\n"
#define CUT "{\"type\":\"case\",\"ca"

/* "run 0 1 fault 1 end": records with the numbers of cases, or of a fault's
 * problem. */
struct shown {
  char text[256];
  size_t n;
};

static bool
show (void *user, const struct record *record)
{
  struct shown *shown = user;
  char name[64];

  if (record->fields == &case_fields)
    snprintf (name, sizeof name, "%d",
              (int)((const struct case_record *)record->of)->number);
  else if (record->fields == &fault_fields)
    snprintf (name, sizeof name, "fault %d",
              (int)((const struct fault_record *)record->of)->problem);
  else
    snprintf (name, sizeof name, "%s", record->fields->name);
  snprintf (shown->text + strlen (shown->text),
            sizeof shown->text - strlen (shown->text), "%s%s",
            shown->n++ > 0 ? " " : "", name);
  return true;
}

static void
assert_records (const struct records *records, const char *want)
{
  struct shown shown = { 0 };

  for (size_t i = 0; i < records->n; i++)
    show (&shown, &records->record[i]);
  assert_string_equal (shown.text, want);
}

/* The file has the same records when they are taken one by one, at once or
 * when all were read. */
static void
assert_each (const char *want)
{
  struct shown shown = { 0 };
  struct runs runs;

  said_start ();
  assert_true (runs_read_each (&runs, record_file, show, &shown));
  free (said_stop ());
  assert_int_equal (runs.n, 1);
  for (size_t i = 0; i < runs.run[0].n; i++)
    show (&shown, &runs.run[0].record[i]);
  assert_string_equal (shown.text, want);
  runs_free (&runs);
}

/* A file of that text has one run with these records; *said, unless NULL, is
 * what was said of it. */
static void
assert_run (const char *text, const char *want, char **said)
{
  struct runs runs;

  record_file_write (text);
  said_start ();
  assert_true (runs_read (&runs, record_file));
  if (said != NULL)
    *said = said_stop ();
  else
    said_nothing ();
  assert_int_equal (runs.n, 1);
  assert_records (&runs.run[0], want);
  runs_free (&runs);
  assert_each (want);
}

TEST (what_was_written_reads_back)
{
  assert_run (RUN CASE (1) CASE (0) END, "run 1 0 end", NULL);
}

/* The second ends it. */
static bool
take_two (void *user, const struct record *record)
{
  (void)record;
  return ++*(int *)user < 2;
}

TEST (what_takes_records_can_end_the_reading)
{
  struct runs runs;
  int n = 0;

  record_file_write (RUN CASE (0) CASE (1) END);
  said_start ();
  assert_false (runs_read_each (&runs, record_file, take_two, &n));
  said_nothing ();
  assert_int_equal (n, 2);
}

/* What a later part leaves out must not have been taken. */
TEST (of_several_parts_none_is_taken)
{
  struct runs runs;
  int n = 0;

  record_file_write (RUN CASE (0) RESUMED ("") CASE (1) END);
  said_start ();
  assert_true (runs_read_each (&runs, record_file, take_two, &n));
  said_nothing ();
  assert_int_equal (n, 0);
  assert_records (&runs.run[0], "run 0 1 end");
  runs_free (&runs);
}

/* The first format said data by itself, where it was not random. */
TEST (the_first_format_is_read)
{
  struct runs runs;
  const struct case_record *c;

  record_file_write (
      "{\"type\":\"run\",\"format\":1}\n"
      "{\"type\":\"case\",\"mode\":{\"cache\":\"hot\"},\"data\":\"zero\","
      "\"status\":\"ok\"}\n");
  assert_true (runs_read (&runs, record_file));
  assert_int_equal (records_run (&runs.run[0])->format, 2);
  c = records_case (&runs.run[0], 1);
  assert_int_equal (c->settings->value.data, GK_DATA_ZERO);
  assert_int_equal (c->settings->value.mode.cache, CACHE_HOT);
  assert_int_equal (c->result.status, STATUS_OK);
  runs_free (&runs);
}

/* A broken line costs itself, and is told. */
static void
assert_left_out (const char *text, const char *want, const char *where,
                 const char *why)
{
  char *said;

  assert_run (text, want, &said);
  assert_non_null (strstr (said, where));
  assert_non_null (strstr (said, why));
  free (said);
}

TEST (a_broken_line_costs_itself)
{
  assert_left_out (RUN CASE (0) CUT, "run 0", ":3:", "cut short");
  assert_left_out (RUN CUT "\n" CASE (1), "run 1", ":2:", "not JSON");
  assert_left_out (RUN "\n" CASE (1), "run 1", ":2:", "blank");
  assert_left_out ("\n" RUN CASE (1), "run 1", ":1:", "blank");
  assert_left_out (RUN "[]\n" CASE (1), "run 1", ":2:", "not a record");
}

/* As two processes leave it, or files that were put together. */
TEST (a_record_behind_a_cut_one_is_read)
{
  assert_left_out (RUN CUT CASE (1) CASE (2), "run 1 2",
                   ":2:", "another begins within its line");
}

TEST (many_broken_lines_are_counted)
{
  char *said;

  assert_run (RUN "\n\n\n\n\n" CASE (1), "run 1", &said);
  assert_non_null (strstr (said, ":4:"));
  assert_null (strstr (said, ":5:"));
  assert_non_null (strstr (said, "5 lines are left out in all"));
  free (said);
}

TEST (runs_are_told_apart)
{
  struct runs runs;

  record_file_write (RUN CASE (0) CASE (1) CUT RUN CASE (0) END);
  said_start ();
  assert_true (runs_read (&runs, record_file));
  free (said_stop ());
  assert_int_equal (runs.n, 2);
  assert_records (&runs.run[0], "run 0 1");
  assert_records (&runs.run[1], "run 0 end");
  assert_int_equal (runs.line[1], 4);
  runs_free (&runs);
}

TEST (parts_are_joined)
{
  assert_run (RUN CASE (0) CASE (1) RESUMED ("") CASE (2) END, "run 0 1 2 end",
              NULL);
  /* In the order of the suite. */
  assert_run (RUN CASE (1) END RESUMED ("") CASE (0), "run 0 1", NULL);
  assert_run (RUN END RESUMED ("") RESUMED ("") CASE (0) END RESUMED (""),
              "run 0", NULL);
}

TEST (what_a_part_leaves_out_does_not_count)
{
  assert_run (RUN CASE (0) CASE (1) CASE (2) CASE (3) CASE (4)
                  RESUMED (",\"without\":[\"3\",\"0-1\"]"),
              "run 2 4", NULL);
  assert_run (RUN CASE (0) RESUMED (",\"without\":[\"0\"]") CASE (0), "run 0",
              NULL);
  assert_run (RUN CASE (0) RESUMED (",\"without\":[\"x\",\"\",\"9-1\",7]"),
              "run 0", NULL);
}

/* A fault of a problem whose end a later part saw itself is its own affair. */
TEST (faults_follow_their_problem)
{
  assert_run (RUN CASE (0) FAULT (0) CASE (1) RESUMED ("") CASE (2) END,
              "run 0 fault 0 1 2 end", NULL);
  assert_run (RUN CASE (0) FAULT (0) RESUMED (",\"without\":[\"0\"]") CASE (1),
              "run 1", NULL);
  assert_run (RUN CASE (0) CASE (1) RESUMED ("") FAULT (0) CASE (2),
              "run 0 fault 0 1 2", NULL);
}

/* A fault of a variant is told when it is found, and goes with its cases. */
TEST (faults_follow_their_variant)
{
  assert_run (RUN CASE_OF ("a", 0) FAULT_OF ("a", 0) CASE_OF ("b", 1)
                  RESUMED ("") CASE_OF ("c", 2),
              "run 0 1 2 fault 0", NULL);
  assert_run (RUN CASE_OF ("a", 0) FAULT_OF ("a", 0) CASE_OF ("b", 1)
                  RESUMED (",\"without\":[\"1\"]") CASE_OF ("b", 1),
              "run 0 1 fault 0", NULL);
  assert_run (RUN CASE_OF ("a", 0) FAULT_OF ("a", 0) CASE_OF ("b", 1)
                  RESUMED (",\"without\":[\"0\"]") CASE_OF ("a", 0),
              "run 0 1", NULL);
}

TEST (plugins_rebuilt_in_any_part_are_told)
{
  struct runs runs;
  const struct run_record *run;

  record_file_write (RUN
                     "{\"type\":\"run\",\"format\":2,\"resumed\":{\"cases\":0},"
                     "\"rebuilt\":[\"a\",\"b\"]}\n"
                     "{\"type\":\"run\",\"format\":2,\"resumed\":{\"cases\":0},"
                     "\"rebuilt\":[\"b\",\"c\"]}\n");
  assert_true (runs_read (&runs, record_file));
  run = records_run (&runs.run[0]);
  assert_int_equal (run->rebuilt.n, 3);
  assert_string_equal (run->rebuilt.text[2], "c");
  assert_int_equal (run->resumed.cases, INTEGER_ABSENT);
  runs_free (&runs);
}

/* As the suite has them at last. */
TEST (notes_are_of_the_last_part)
{
  struct runs runs;
  const struct job_record *job;

  record_file_write ("{\"type\":\"run\",\"format\":2,\"jobs\":"
                     "[{\"name\":\"a\",\"note\":\"old\"}]}\n"
                     "{\"type\":\"run\",\"format\":2,\"resumed\":{\"cases\":0},"
                     "\"jobs\":[{\"name\":\"a\",\"note\":\"new\"}]}\n");
  assert_true (runs_read (&runs, record_file));
  assert_int_equal (records_run (&runs.run[0])->jobs.n, 1);
  job = records_run (&runs.run[0])->jobs.item;
  assert_string_equal (job->note, "new");
  runs_free (&runs);
}

/* Reading a file of that text fails, and says so. */
static void
assert_refused (const char *text, const char *where, const char *what)
{
  struct runs runs;

  record_file_write (text);
  said_start ();
  assert_false (runs_read (&runs, record_file));
  said_these (record_file, where, what, NULL);
}

TEST (anything_else_is_refused)
{
  assert_refused ("", "", "empty");
  assert_refused ("\n", "", "empty");
  assert_refused (CASE (0), ":1:", "begin with a run record");
  assert_refused ("{\"type\":\"run\"}\n", ":1:", "another format");
  assert_refused ("{\"type\":\"run\",\"format\":3}\n", ":1:", "another format");
  assert_refused (RUN "{\"type\":\"run\",\"format\":3}\n",
                  ":2:", "another format");
  assert_refused ("[suite]\n", "",
                  "this is not a file of records: name one that");
  assert_refused ("{\"type\":\"run\",\"form", "cut short", "empty");
  assert_refused ("{\"type\":\"run\",\"form\n", "not JSON", "empty");
}

TEST (what_cant_be_read_is_refused)
{
  struct runs runs;

  said_start ();
  assert_false (runs_read (&runs, "/nonexistent.jsonl"));
  said_these ("No such file or directory", "a file of records", NULL);
  said_start ();
  assert_false (runs_read (&runs, "/tmp"));
  said_these ("/tmp can't be read: Is a directory", NULL);
}

int
main (void)
{
  return unit_run (record_file_make, record_file_remove);
}
