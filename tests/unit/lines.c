/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The host's line reader: numbers, ends and kinds of lines.
 */
#include <config.h>

#include <string.h>

#include "suite/lines.h"
#include "tests/unit/unit.h"

static void
kind_is (const char *text, enum line_kind kind)
{
  struct lines lines;

  lines_start (&lines, text, strlen (text));
  assert_true (lines_next (&lines));
  assert_int_equal (lines_kind (&lines), kind);
}

TEST (kinds)
{
  char long_line[200];

  kind_is ("\n", LINE_EMPTY);
  kind_is (" \t\n", LINE_EMPTY);
  kind_is (" \t ; rows = 1\n", LINE_COMMENT);
  kind_is ("# rows = 1", LINE_COMMENT);
  kind_is ("[a]\n", LINE_SECTION);
  kind_is ("rows = 1", LINE_ENTRY);
  kind_is (" rows = 1", LINE_INDENTED);
  kind_is ("\t[a]", LINE_INDENTED);

  memset (long_line, 'x', sizeof long_line);
  long_line[LINE_MAX_BYTES] = '\0';
  kind_is (long_line, LINE_ENTRY);
  long_line[LINE_MAX_BYTES] = 'x';
  long_line[LINE_MAX_BYTES + 1] = '\0';
  kind_is (long_line, LINE_LONG);
}

static void
line_is (struct lines *lines, const char *text, int number)
{
  assert_true (lines_next (lines));
  assert_int_equal (lines->number, number);
  assert_int_equal (lines->n, strlen (text));
  assert_memory_equal (lines->text, text, lines->n);
}

TEST (ends_of_lines)
{
  static const char text[] = "\xef\xbb\xbf[a]\r\n\nrows = 1\nlast";
  struct lines lines;

  lines_start (&lines, text, strlen (text));
  line_is (&lines, "[a]", 1);
  line_is (&lines, "", 2);
  line_is (&lines, "rows = 1", 3);
  line_is (&lines, "last", 4);
  assert_false (lines_next (&lines));
}

static void
section_is (const char *text, const char *want)
{
  struct lines lines;
  const char *name;
  size_t n;

  lines_start (&lines, text, strlen (text));
  assert_true (lines_next (&lines));
  name = lines_section (&lines, &n);
  if (want == NULL) {
    assert_null (name);
  } else {
    assert_non_null (name);
    assert_int_equal (n, strlen (want));
    assert_memory_equal (name, want, n);
  }
}

TEST (sections)
{
  section_is ("[a b]", "a b");
  section_is ("[a]  ; why", "a");
  section_is ("[]", "");
  section_is ("[a", NULL);
  section_is ("[a] b", NULL);
  section_is ("[a]]", NULL);
}

static void
continuation_is (const char *text, const char *want)
{
  struct lines lines;
  const char *more;
  size_t n;

  lines_start (&lines, text, strlen (text));
  assert_true (lines_next (&lines));
  assert_int_equal (lines_kind (&lines), LINE_INDENTED);
  more = lines_continuation (&lines, &n);
  assert_int_equal (n, strlen (want));
  assert_memory_equal (more, want, n);
}

TEST (continuations)
{
  continuation_is ("  a, b", "a, b");
  continuation_is ("\ta, b \t\r\n", "a, b");
  continuation_is (" a ; why", "a");
  continuation_is (" a;b # c \t; d ; e", "a;b # c");
  continuation_is (" a = b", "a = b");
}

TEST (what_is_no_text)
{
  assert_int_equal (lines_not_text ("[a]\r\nm\303\274 = 1\t2\n", 15), 0);
  assert_int_equal (lines_not_text ("", 0), 0);
  assert_int_equal (lines_not_text ("a\nb\0c", 5), 2);
  assert_int_equal (lines_not_text ("a\n\n\033[1m", 7), 3);
  assert_int_equal (lines_not_text ("a\rb", 3), 1);
  assert_int_equal (lines_not_text ("a\xff", 2), 1);
  assert_int_equal (lines_not_text ("a\n\xc0\x80", 4), 2);
  assert_int_equal (lines_not_text ("\xed\xa0\x80", 3), 1);
  assert_int_equal (lines_not_text ("\xe2\x82", 2), 1);
}
