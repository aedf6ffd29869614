/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <string.h>

#include "base/printable.h"
#include "report/markdown-text.h"

#define SIGNS "\\`*_|<>[]#~"
#define LINE_ENDS "\n\r\v\f"
#define BLANKS " \t" LINE_ENDS

void
markdown_print (FILE *out, const char *text)
{
  for (size_t n; *text != '\0'; text += n) {
    n = strcspn (text, SIGNS LINE_ENDS);
    print_text (out, text, n);
    if (text[n] == '\0')
      continue;
    if (strchr (SIGNS, text[n]) != NULL)
      fprintf (out, "\\%c", text[n]);
    else
      putc (' ', out);
    n++;
  }
}

void
markdown_print_paragraph (FILE *out, const char *text)
{
  size_t digits;

  text += strspn (text, BLANKS);
  digits = strspn (text, "0123456789");
  print_text (out, text, digits);
  text += digits;
  if (*text != '\0' && strchr (digits > 0 ? ".)" : "-+=", *text) != NULL)
    putc ('\\', out);
  markdown_print (out, text);
  putc ('\n', out);
}
