/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Text of any bytes as a terminal may have it.
 */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/printable.h"
#include "tests/unit/unit.h"

static const struct {
  const char *text, *shown;
  size_t columns;
} samples[] = {
  { "", "", 0 },
  { "as it is: \"\\\" ~", "as it is: \"\\\" ~", 15 },
  { "\xc3\x9f\xe2\x82\xac\xf0\x9f\x98\x80",
    "\xc3\x9f\xe2\x82\xac\xf0\x9f\x98\x80", 3 },
  { "a\x1b[31mb", "a\\u001b[31mb", 12 },
  { "\n\t\r\x7f", "\\u000a\\u0009\\u000d\\u007f", 24 },
  { "\xc2\x80\xc2\x9f\xc2\xa0", "\\u0080\\u009f\xc2\xa0", 13 },
  { "\xd8\x9c\xe2\x80\x8b\xe2\x80\x8f\xe2\x80\x90",
    "\\u061c\\u200b\\u200f\xe2\x80\x90", 19 },
  { "\xe2\x80\xa8\xe2\x80\xae\xe2\x81\xa6\xe2\x81\xa9",
    "\\u2028\\u202e\\u2066\\u2069", 24 },
  { "\xef\xbb\xbf\xf3\xa0\x80\x81", "\\ufeff\\udb40\\udc01", 18 },
  /* No characters: cut, too long, half of a pair, and past the last. */
  { "a\xffz\xe2\x82", "a\\xffz\\xe2\\x82", 14 },
  { "\xc0\x9b\xed\xa0\x80", "\\xc0\\x9b\\xed\\xa0\\x80", 20 },
  { "\xf4\x90\x80\x80", "\\xf4\\x90\\x80\\x80", 16 },
};
enum { N_SAMPLES = sizeof samples / sizeof samples[0] };

/* What was printed since the last call; to be freed. */
static char *
printed (FILE *out)
{
  long n = ftell (out);
  char *text = calloc ((size_t)n + 1, 1);

  rewind (out);
  assert_int_equal (fread (text, 1, (size_t)n, out), n);
  rewind (out);
  return text;
}

static void
expect (char *text, const char *wanted)
{
  assert_string_equal (text, wanted);
  free (text);
}

TEST (what_is_not_seen_is_escaped)
{
  FILE *out = fdopen (memfd_create ("printed", 0), "w+");

  for (size_t i = 0; i < N_SAMPLES; i++) {
    const char *text = samples[i].text, *shown = samples[i].shown;

    expect (printable_copy (text), shown);
    expect (printable_copy (shown), shown);
    print_text (out, text, strlen (text));
    expect (printed (out), shown);
    assert_int_equal (printable_columns (text, strlen (text)),
                      samples[i].columns);
  }
  fclose (out);
}

TEST (columns_are_counted_in_characters)
{
  FILE *out = fdopen (memfd_create ("printed", 0), "w+");

  print_padded (out, 4, "\xc3\x9f");
  expect (printed (out), "   \xc3\x9f");
  print_padded (out, -8, "\xc3\x9f\x1b");
  expect (printed (out), "\xc3\x9f\\u001b ");
  print_padded (out, 2, "abc");
  expect (printed (out), "abc");
  fclose (out);
}

TEST (a_line_is_one)
{
  FILE *out = fdopen (memfd_create ("printed", 0), "w+");
  char many[2000], wanted[sizeof many + 7];

  print_line (out, "%s: %d\n", "a\nb", 1);
  expect (printed (out), "a\\u000ab: 1\\u000a\n");
  memset (many, 'a', sizeof many);
  many[sizeof many - 1] = '\0';
  print_line (out, "\r%s", many);
  snprintf (wanted, sizeof wanted, "\\u000d%s\n", many);
  expect (printed (out), wanted);
  fclose (out);
}
