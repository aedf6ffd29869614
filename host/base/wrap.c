/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/wrap.h"
#include "base/xalloc.h"

#define BLANKS " \t\r\n\v\f"

/* Bytes that continue a character take no column of their own. */
static size_t
width_of (const char *word, size_t n)
{
  size_t width = 0;

  for (size_t i = 0; i < n; i++)
    if (((unsigned char)word[i] & 0xc0) != 0x80)
      width++;
  return width;
}

static void
print_word (FILE *out, const char *word, size_t n)
{
  for (size_t i = 0; i < n; i++) {
    unsigned char c = (unsigned char)word[i];

    putc (c < 0x20 || c == 0x7f ? '?' : c, out);
  }
}

void
wrap_print (FILE *out, const char *lead, size_t indent, const char *text)
{
  size_t column = width_of (lead, strlen (lead));
  bool fresh = true;

  fputs (lead, out);
  for (text += strspn (text, BLANKS); *text != '\0';
       text += strspn (text, BLANKS)) {
    size_t n = strcspn (text, BLANKS), width = width_of (text, n);

    if (!fresh && column + 1 + width > WRAP_COLUMNS) {
      fprintf (out, "\n%*s", (int)indent, "");
      column = indent;
      fresh = true;
    }
    if (!fresh) {
      putc (' ', out);
      column++;
    }
    print_word (out, text, n);
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
  char *lead = xasprintf ("%*s%-*s ", (int)margin, "", (int)width, name);

  wrap_print (out, lead, margin + width + 1, text);
  free (lead);
}
