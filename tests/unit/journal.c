/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The journal: written as the run goes, and gone on with.
 */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <jansson.h>

#include "base/message.h"
#include "record-file.h"
#include "record/runs.h"
#include "said.h"
#include "tests/unit/unit.h"

#define RUN "{\"type\":\"run\",\"format\":2}\n"
#define CASE "{\"type\":\"case\",\"case\":0,\"of_limit\":0.1}\n"

#define CUT "{\"type\":\"case\",\"ca"

static void
assert_file (const char *want)
{
  char got[256];
  FILE *file = fopen (record_file, "r");
  size_t n;

  assert_non_null (file);
  n = fread (got, 1, sizeof got - 1, file);
  got[n] = '\0';
  fclose (file);
  assert_string_equal (got, want);
}

/* Adds the record that a line is of. */
static bool
add (struct journal *journal, const char *line)
{
  json_t *json = json_loads (line, 0, NULL);
  bool run = strcmp (line, RUN) == 0;
  const struct fields *fields = run ? &run_fields : &case_fields;
  void *of = pool_alloc (&journal->records.pool, fields->bytes);

  assert_non_null (json);
  fields_clear (fields, of);
  fields_from_json (fields, of, &journal->records.pool, json,
                    BY_HOST | BY_WORKER);
  json_decref (json);
  return journal_add (journal, fields, of);
}

TEST (each_line_is_there_at_once)
{
  struct journal journal;

  record_file_write (RUN CASE CASE CASE);
  assert_true (journal_open (&journal, record_file));
  assert_true (add (&journal, RUN));
  assert_file (RUN);
  assert_true (add (&journal, CASE));
  assert_file (RUN CASE);
  assert_int_equal (journal.records.n, 2);
  assert_true (journal_close (&journal));
  assert_file (RUN CASE);
}

TEST (memory_only)
{
  struct journal journal;

  assert_true (journal_open (&journal, NULL));
  assert_true (add (&journal, RUN));
  assert_int_equal (journal.records.n, 1);
  assert_true (journal_close (&journal));
}

TEST (a_full_disk_is_told_once)
{
  struct journal journal;
  struct stat status;
  char *said;

  if (stat ("/dev/full", &status) < 0 || !S_ISCHR (status.st_mode))
    skip ();
  assert_true (journal_open (&journal, "/dev/full"));
  said_start ();
  assert_false (add (&journal, RUN));
  assert_false (add (&journal, CASE));
  /* The run goes on in memory. */
  assert_int_equal (journal.records.n, 2);
  assert_false (journal_close (&journal));
  said = said_stop ();
  assert_string_equal (said,
                       "gkhost: /dev/full is not complete: No space left on "
                       "device: run again with -o where there is room\n");
  free (said);
}

TEST (a_folder_is_refused)
{
  struct journal journal;

  said_start ();
  assert_false (journal_open (&journal, "/tmp"));
  said_these ("/tmp is a folder", "-o", NULL);
}

TEST (what_cant_be_made_is_refused)
{
  struct journal journal;

  said_start ();
  assert_false (journal_open (&journal, "/nonexistent/run.jsonl"));
  said_these ("/nonexistent/run.jsonl can't be written",
              "No such file or directory", "-o", NULL);
}

TEST (a_file_that_is_written_is_refused)
{
  struct journal journal, second;

  record_file_write (RUN);
  assert_int_equal (journal_reopen (&journal, record_file), EXIT_PASSED);
  said_start ();
  assert_false (journal_open (&second, record_file));
  said_these (record_file, "is being written by another gkhost", NULL);
  assert_file (RUN);
  assert_true (journal_close (&journal));
}

/* What is there is changed when the run goes on, and not before. */
TEST (a_cut_last_line_is_dropped)
{
  struct journal journal;

  record_file_write (RUN CASE CUT);
  said_start ();
  assert_int_equal (journal_reopen (&journal, record_file), EXIT_PASSED);
  said_these (record_file, ":3:", "cut short", NULL);
  assert_int_equal (journal.records.n, 2);
  assert_file (RUN CASE CUT);
  assert_true (journal_cut_tail (&journal));
  assert_file (RUN CASE);
  assert_true (add (&journal, CASE));
  assert_true (journal_close (&journal));
  assert_file (RUN CASE CASE);
}

TEST (a_last_line_without_an_end_gets_it)
{
  struct journal journal;

  record_file_write ("{\"type\":\"run\",\"format\":2}");
  assert_int_equal (journal_reopen (&journal, record_file), EXIT_PASSED);
  assert_true (journal_cut_tail (&journal));
  assert_true (journal_close (&journal));
  assert_file (RUN);
}

/* Goes on with a file of that text, in which nothing is finished. */
static void
assert_begins_anew (const char *text)
{
  struct journal journal;

  record_file_write (text);
  said_start ();
  assert_int_equal (journal_reopen (&journal, record_file), EXIT_PASSED);
  free (said_stop ());
  assert_int_equal (journal.records.n, 0);
  assert_true (journal_cut_tail (&journal));
  assert_true (journal_close (&journal));
  assert_file ("");
}

TEST (a_run_that_hardly_began_begins_anew)
{
  assert_begins_anew ("");
  assert_begins_anew ("{\"ty");
  assert_begins_anew ("{\"type\":\"run\",\"form");
}

TEST (what_is_no_file_of_records_is_not_gone_on_with)
{
  struct journal journal;

  record_file_write ("[suite]\n");
  said_start ();
  assert_int_equal (journal_reopen (&journal, record_file), EXIT_USAGE);
  said_these (record_file, "this is not a file of records", NULL);
  assert_file ("[suite]\n");
  said_start ();
  assert_int_equal (journal_reopen (&journal, "/dev/null"), EXIT_USAGE);
  said_these ("/dev/null is not a regular file", NULL);
  said_start ();
  assert_int_equal (journal_reopen (&journal, "/tmp"), EXIT_HOST);
  said_these ("/tmp is a folder", NULL);
}

int
main (void)
{
  return unit_run (record_file_make, record_file_remove);
}
