/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/printable.h"
#include "base/wrap.h"
#include "base/xalloc.h"

#define BLANKS " \t\r\n\v\f"

void
wrap_print (FILE *out, const char *lead, size_t indent, const char *text)
{
  size_t column = printable_columns (lead, strlen (lead));
  bool fresh = true;

  print_text (out, lead, strlen (lead));
  for (text += strspn (text, BLANKS); *text != '\0';
       text += strspn (text, BLANKS)) {
    size_t n = strcspn (text, BLANKS), width = printable_columns (text, n);

    if (!fresh && column + 1 + width > WRAP_COLUMNS) {
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
