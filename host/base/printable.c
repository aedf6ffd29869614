/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/printable.h"
#include "base/text.h"
#include "base/xalloc.h"

/* Characters that a reader does not see where they stand. */
static const struct {
  uint32_t first, last;
} invisible[] = {
  { 0x00, 0x1f },       /* C0 */
  { 0x7f, 0x9f },       /* delete, C1 */
  { 0xad, 0xad },       /* soft hyphen */
  { 0x61c, 0x61c },     /* of writing from right to left */
  { 0x180e, 0x180e },   /* without a width */
  { 0x200b, 0x200f },   /* without a width, of directions */
  { 0x2028, 0x202e },   /* ends of lines and paragraphs, directions */
  { 0x2060, 0x206f },   /* without a width, directions */
  { 0xfeff, 0xfeff },   /* byte order */
  { 0xfff9, 0xfffb },   /* annotations */
  { 0xfffe, 0xffff },   /* no characters, which XML does not take */
  { 0xe0000, 0xe0fff }, /* tags */
};

static bool
is_invisible (uint32_t code)
{
  for (size_t i = 0; i < sizeof invisible / sizeof invisible[0]; i++)
    if (code >= invisible[i].first && code <= invisible[i].last)
      return true;
  return false;
}

/* How many bytes, from its beginning, are shown as they are; *columns is how
 * many that takes. */
static size_t
count_plain_bytes (const char *text, size_t n, size_t *columns)
{
  size_t at = 0, length;
  uint32_t code;

  *columns = 0;
  while ((length = utf8_decode (text + at, n - at, &code)) > 0
         && (code - ' ' < 0x5f || !is_invisible (code))) {
    at += length;
    ++*columns;
  }
  return at;
}

/* As many as a character in two halves takes, and the NUL. */
enum { ESCAPE_MAX = sizeof "\\udb40\\udc01" };

/* Escapes what text of n bytes, which are some, begins with; how many bytes
 * that is. */
static size_t
escape_char (char *shown, const char *text, size_t n)
{
  uint32_t code;
  size_t length = utf8_decode (text, n, &code);

  if (length == 0) {
    snprintf (shown, ESCAPE_MAX, "\\x%02x", (unsigned char)*text);
    return 1;
  }
  if (code < 0x10000)
    snprintf (shown, ESCAPE_MAX, "\\u%04x", (unsigned)code & 0xffff);
  else
    snprintf (shown, ESCAPE_MAX, "\\u%04x\\u%04x",
              (0xd7c0 + (unsigned)(code >> 10)) & 0xffff,
              0xdc00 + (unsigned)(code & 0x3ff));
  return length;
}

char *
printable_copy (const char *text)
{
  size_t n = strlen (text), at = 0, columns, seen;
  char shown[ESCAPE_MAX];
  struct text all = { xmalloc (n + 1), 0 };

  while ((seen = count_plain_bytes (text + at, n - at, &columns)) < n - at) {
    text_add (&all, "%.*s", (int)seen, text + at);
    at += seen;
    at += escape_char (shown, text + at, n - at);
    text_add (&all, "%s", shown);
  }
  text_add (&all, "%s", text + at);
  return all.data;
}

size_t
printable_columns (const char *text, size_t n)
{
  size_t at = 0, all = 0, columns;
  char shown[ESCAPE_MAX];

  for (;;) {
    at += count_plain_bytes (text + at, n - at, &columns);
    all += columns;
    if (at == n)
      return all;
    at += escape_char (shown, text + at, n - at);
    all += strlen (shown);
  }
}

void
print_text (FILE *out, const char *text, size_t n)
{
  size_t columns, seen;
  char shown[ESCAPE_MAX];

  for (;;) {
    seen = count_plain_bytes (text, n, &columns);
    fwrite (text, 1, seen, out);
    if (seen == n)
      return;
    seen += escape_char (shown, text + seen, n - seen);
    fputs (shown, out);
    text += seen;
    n -= seen;
  }
}

void
print_padded (FILE *out, int width, const char *text)
{
  size_t n = strlen (text);
  int blanks = abs (width) - (int)printable_columns (text, n);

  fprintf (out, "%*s", width > 0 && blanks > 0 ? blanks : 0, "");
  print_text (out, text, n);
  fprintf (out, "%*s", width < 0 && blanks > 0 ? blanks : 0, "");
}

void
print_line_va (FILE *out, const char *format, va_list args)
{
  char few[512], *all = few;
  va_list again;
  int n;

  va_copy (again, args);
  n = vsnprintf (few, sizeof few, format, args);
  /* It may be said that memory is out: then what there is room for is said. */
  if (n >= (int)sizeof few && (all = malloc ((size_t)n + 1)) == NULL)
    all = few;
  if (all != few)
    vsnprintf (all, (size_t)n + 1, format, again);
  va_end (again);
  print_text (out, all, strlen (all));
  putc ('\n', out);
  if (all != few)
    free (all);
}

void
print_line (FILE *out, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  print_line_va (out, format, args);
  va_end (args);
}
