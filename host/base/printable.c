/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/printable.h"
#include "base/text.h"
#include "base/xalloc.h"

/* ---- Printable text ---- */

/* Characters that are invisible, or that move what is beside them. */
static const struct {
  uint32_t first, last;
} invisible[] = {
  { 0x00, 0x1f },       /* C0 */
  { 0x7f, 0x9f },       /* delete, C1 */
  { 0xad, 0xad },       /* soft hyphen */
  { 0x61c, 0x61c },     /* Arabic letter mark */
  { 0x180e, 0x180e },   /* zero width */
  { 0x200b, 0x200f },   /* zero width, text direction */
  { 0x2028, 0x202e },   /* line and paragraph ends, text direction */
  { 0x2060, 0x206f },   /* zero width, text direction */
  { 0xfeff, 0xfeff },   /* byte order mark */
  { 0xfff9, 0xfffb },   /* annotations */
  { 0xfffe, 0xffff },   /* not characters; XML rejects them */
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

/* Returns how many bytes at the beginning are printed unchanged; *columns is
 * their width. */
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

/* The longest escape, of a surrogate pair, and the NUL. */
enum { ESCAPE_MAX = sizeof "\\udb40\\udc01" };

/* Escapes the first character of text, which has n > 0 bytes.  Returns how many
 * bytes it escaped. */
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
  size_t n = strlen (text), at = 0, columns, plain;
  char shown[ESCAPE_MAX];
  struct text all = { xmalloc (n + 1), 0 };

  while ((plain = count_plain_bytes (text + at, n - at, &columns)) < n - at) {
    text_add (&all, "%.*s", (int)plain, text + at);
    at += plain;
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
  size_t columns, plain;
  char shown[ESCAPE_MAX];

  for (;;) {
    plain = count_plain_bytes (text, n, &columns);
    fwrite (text, 1, plain, out);
    if (plain == n)
      return;
    plain += escape_char (shown, text + plain, n - plain);
    fputs (shown, out);
    text += plain;
    n -= plain;
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
  /* Out of memory, as when this reports just that: truncate. */
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

/* ---- Wrapped paragraphs ---- */

#define BLANKS " \t\r\n\v\f"

enum { COLUMNS_LEAST = 40, COLUMNS_USUAL = 80, COLUMNS_MOST = 200 };

size_t
terminal_columns (int fd)
{
  struct winsize size;

  return ioctl (fd, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

size_t
print_columns (void)
{
  const char *set = getenv ("COLUMNS");
  long columns = set != NULL ? strtol (set, NULL, 10) : 0;

  if (columns <= 0)
    columns = (long)terminal_columns (STDOUT_FILENO);
  if (columns <= 0)
    return COLUMNS_USUAL;
  return columns < COLUMNS_LEAST  ? COLUMNS_LEAST
         : columns > COLUMNS_MOST ? COLUMNS_MOST
                                  : (size_t)columns;
}

bool
print_obeys_escapes (FILE *out)
{
  const char *term = getenv ("TERM");

  return isatty (fileno (out)) && term != NULL && term[0] != '\0'
         && strcmp (term, "dumb") != 0;
}

bool
print_is_coloured (FILE *out)
{
  const char *without = getenv ("NO_COLOR");

  return print_obeys_escapes (out) && (without == NULL || without[0] == '\0');
}

void
wrap_print (FILE *out, const char *lead, size_t indent, const char *text)
{
  const size_t most = print_columns ();
  size_t column = printable_columns (lead, strlen (lead));
  bool fresh = true;

  print_text (out, lead, strlen (lead));
  for (text += strspn (text, BLANKS); *text != '\0';
       text += strspn (text, BLANKS)) {
    size_t n = strcspn (text, BLANKS), width = printable_columns (text, n);

    if (!fresh && column + 1 + width > most) {
      fprintf (out, "\n%*s", (int)indent, "");
      column = indent;
      fresh = true;
    }
    if (!fresh) {
      putc (' ', out);
      column++;
    }
    print_text (out, text, n);
    column += width;
    fresh = false;
    text += n;
  }
  putc ('\n', out);
}

void
wrap_item (FILE *out, size_t margin, size_t width, const char *name,
           const char *text)
{
  size_t columns = printable_columns (name, strlen (name));
  size_t blanks = width > columns ? width - columns : 0;
  char *lead = xasprintf ("%*s%s%*s ", (int)margin, "", name, (int)blanks, "");

  wrap_print (out, lead, margin + width + 1, text);
  free (lead);
}
