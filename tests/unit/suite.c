/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Suites as files: what is read, what is refused, and -s.
 */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "said.h"
#include "suite-text.h"
#include "base/xalloc.h"
#include "tests/unit/unit.h"

/* Entry number i of a section. */
static void
entry_is (const struct section *section, size_t i, const char *key,
          const char *value, int line)
{
  assert_true (i < section->n_entries);
  assert_string_equal (section->entry[i].key, key);
  assert_string_equal (section->entry[i].value, value);
  assert_int_equal (section->entry[i].line, line);
}

TEST (what_is_read)
{
  struct suite suite;

  assert_true (suite_from_text (&suite, "\xef\xbb\xbf; a suite\r\n"
                                        "[suite]\r\n"
                                        "cache = cold   ; why\r\n"
                                        "\r\n"
                                        "[copy]\r\n"
                                        "  # nothing in here\r\n"
                                        "[a b]\r\n"
                                        "device: cuda:0\r\n"
                                        "rows=1, 2"));
  assert_int_equal (suite.n_sections, 3);
  assert_ptr_equal (suite_defaults (&suite), &suite.section[0]);
  entry_is (&suite.section[0], 0, "cache", "cold", 3);
  assert_string_equal (suite.section[1].name, "copy");
  assert_int_equal (suite.section[1].line, 5);
  assert_int_equal (suite.section[1].n_entries, 0);
  assert_string_equal (suite.section[2].name, "a b");
  entry_is (&suite.section[2], 0, "device", "cuda:0", 8);
  entry_is (&suite.section[2], 1, "rows", "1, 2", 9);
  suite_free (&suite);
}

static void
refused (const char *text, const char *want)
{
  struct suite suite;

  said_start ();
  assert_false (suite_from_text (&suite, text));
  said_these (want, NULL);
}

TEST (what_is_refused)
{
  refused ("", "has no job: add a section such as [transpose]");
  refused ("; nothing\n[suite]\ncache = hot\n", "has no job");
  refused ("rows = 1\n[a]\n", ":1: 'rows' stands before any section");
  refused ("[a]\n  rows = 1\n", ":2: an indented line continues the value");
  refused ("  rows = 1\n[a]\n", ":1: an indented line continues the value");
  refused ("[a]\nm = 1\n\n  2\n", ":4: an indented line continues the value");
  refused ("[a]\nm = 1\n[b]\n  2\n", ":4: an indented line");
  refused ("[a]\nm =\n  ; 3\n", ":2: 'm' has no value");
  refused ("[a]\nm =\n\nn = 1\n", ":2: 'm' has no value");
  refused ("[a]\nrows =\n", ":2: 'rows' has no value");
  refused ("[a]\nrows = ; 3\n", ":2: 'rows' has no value");
  refused ("[a]\nrows\n", ":2: no '=' in this line");
  refused ("[a]\nrows", ":2: no '=' in this line");
  refused ("[a]\n = 3\n", ":2: an indented line continues the value");
  refused ("[a]\n= 3\n", ":2: no key before the '='");
  refused ("[a]\n[b]\n[a]\n", ":3: duplicate section 'a': first on line 1");
  refused ("[a]\nm = 1\nn = 2\nm = 3\n",
           ":4: duplicate key 'm': first on line 2");
  refused ("[a]\n[suite]\nm = 3\n", ":2: [suite] must be the first section");
  refused ("[suite]\n[a]\n[suite]\n", ":3: duplicate section 'suite'");
  refused ("[a\nm = 1\n", ":1: a section line must read [name]");
  refused ("[a] b\nm = 1\n", ":1: a section line must read [name]");
  refused ("[]\nm = 1\n", ":1: this section has no name");
  refused ("[ a]\nm = 1\n", ":1: the section name begins or ends with a blank");
  refused ("[a]\n\033[1m\n", ":2: this is not text");
}

TEST (a_nul_byte_is_no_text)
{
  struct suite suite;

  said_start ();
  assert_false (suite_from_bytes (&suite, "[a]\nm = 1\0\n", 11));
  said_these (":2: this is not text", NULL);
}

TEST (values_that_go_on)
{
  struct suite suite;

  assert_true (suite_from_text (&suite, "[a]\r\n"
                                        "m = 1, ; the first\r\n"
                                        "  2,\t ; the second\r\n"
                                        "; in between\r\n"
                                        "  # here, too\r\n"
                                        "\t3\r\n"
                                        "n = 4\r\n"
                                        "o =\r\n"
                                        " 5,\r\n"
                                        " 6\r\n"
                                        "\r\n"
                                        "p: 7\r\n"
                                        " 8"));
  assert_int_equal (suite.section[0].n_entries, 4);
  entry_is (&suite.section[0], 0, "m", "1, 2, 3", 2);
  entry_is (&suite.section[0], 1, "n", "4", 7);
  entry_is (&suite.section[0], 2, "o", "5, 6", 8);
  entry_is (&suite.section[0], 3, "p", "7 8", 12);
  suite_free (&suite);
}

/* What is wrong is told once, not again for each line that continues it. */
TEST (wrong_values_that_go_on)
{
  struct suite suite;
  char *said;

  said_start ();
  assert_false (suite_from_text (&suite, "[a]\nrows\n  1,\n  2\nm = 1\n"));
  said = said_stop ();
  assert_non_null (strstr (said, ":2: no '=' in this line"));
  assert_ptr_equal (strchr (said, '\n'), said + strlen (said) - 1);
  free (said);
}

/* Many long lines. */
TEST (a_very_long_value)
{
  enum { LINES = 20000 };
  char *text = xmalloc (16 + 8 * LINES), *end = text;
  struct suite suite;

  end += sprintf (end, "[a]\nm =");
  for (int i = 0; i < LINES; i++)
    end += sprintf (end, "\n x,");
  assert_true (suite_from_text (&suite, text));
  assert_int_equal (strlen (suite.section[0].entry[0].value), 3 * LINES - 1);
  suite_free (&suite);
  free (text);
}

TEST (all_errors_are_reported)
{
  struct suite suite;

  said_start ();
  assert_false (suite_from_text (&suite, "m = 1\n"
                                         "[a]\n"
                                         "rows\n"
                                         "cols =\n"
                                         "\n"
                                         "\tx = 1\n"
                                         "[a]\n"));
  said_these (":1: ", ":3: ", ":4: ", ":6: ", ":7: ", NULL);
}

/* A text with n times the letter x in the middle. */
static char *
with_x (const char *before, size_t n, const char *behind)
{
  char *text = xasprintf ("%s%*s%s", before, (int)n, "", behind);

  memset (text + strlen (before), 'x', n);
  return text;
}

TEST (the_longest_line_is_read_whole)
{
  char *text = with_x ("[a]\nm = ", 194, "\nn = 1\n");
  struct suite suite;

  assert_true (suite_from_text (&suite, text));
  assert_int_equal (strlen (suite.section[0].entry[0].value), 194);
  entry_is (&suite.section[0], 1, "n", "1", 3);
  suite_free (&suite);
  free (text);

  text = with_x ("[a]\nm = ", 195, "\nn = 1\n");
  refused (text,
           ":2: the line has 199 bytes, and at most 198 are read: continue");
  free (text);
}

TEST (the_longest_section_is_read_whole)
{
  char *text = with_x ("[", 48, "]\nm = 1\n");
  struct suite suite;

  assert_true (suite_from_text (&suite, text));
  assert_int_equal (strlen (suite.section[0].name), 48);
  suite_free (&suite);
  free (text);

  text = with_x ("[", 49, "]\nm = 1\n");
  refused (text, ":1: the section name has 49 bytes: at most 48 are read");
  free (text);
}

TEST (files_that_are_none)
{
  struct suite suite;

  said_start ();
  assert_false (suite_read (&suite, "/"));
  assert_false (suite_read (&suite, "/no/such/suite.ini"));
  said_these ("gkhost: /: is a directory",
              "gkhost: /no/such/suite.ini: can't be opened: No such file",
              NULL);
}

TEST (settings)
{
  struct suite suite;

  assert_true (suite_from_text (&suite, "[copy-1]\nm = 1\n[copy.2]\n[b]\n"));
  assert_true (suite_set (&suite, "copy-1.m=2"));
  entry_is (&suite.section[0], 0, "m", "2", 0);
  assert_true (suite_set (&suite, "copy.2.m = 3=4 "));
  entry_is (&suite.section[1], 0, "m", "3=4", 0);

  /* The defaults come to the front; a pattern leaves them alone. */
  assert_true (suite_set (&suite, "suite.cache=hot"));
  assert_int_equal (suite.n_sections, 4);
  entry_is (suite_defaults (&suite), 0, "cache", "hot", 0);
  assert_true (suite_set (&suite, "*.n=5"));
  assert_int_equal (suite.section[0].n_entries, 1);
  entry_is (&suite.section[1], 1, "n", "5", 0);
  entry_is (&suite.section[3], 0, "n", "5", 0);
  suite_free (&suite);
}

TEST (settings_that_are_none)
{
  struct suite suite;

  assert_true (suite_from_text (&suite, "[transpose]\n"));
  said_start ();
  assert_false (suite_set (&suite, "rows=1"));
  assert_false (suite_set (&suite, "transpose.rows"));
  assert_false (suite_set (&suite, "transpose.=1"));
  assert_false (suite_set (&suite, ".rows=1"));
  assert_false (suite_set (&suite, "transpose.rows="));
  said_these ("-s rows=1: write JOB.KEY=VALUE", "-s transpose.rows: write",
              "-s transpose.=1: write", "-s .rows=1: write",
              "-s transpose.rows=: write", NULL);
  said_start ();
  assert_false (suite_set (&suite, "trnaspose.rows=1"));
  said_these ("has no section 'trnaspose': did you mean 'transpose'?", NULL);
  suite_free (&suite);
}
