/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/printable.h"
#include "base/text.h"
#include "base/xalloc.h"
#include "report/page/html-text.h"

#define SIGNS "&<>\"'"

/* Slugs are parts of links: they stay short enough to read aloud. */
enum { SLUG_MOST = 48 };

void
html_print (FILE *out, const char *text)
{
  for (size_t n; *text != '\0'; text += n) {
    n = strcspn (text, SIGNS);
    print_text (out, text, n);
    if (text[n] != '\0')
      fprintf (out, "&#%d;", text[n++]);
  }
}

/* The size in bytes of the first characters of a printable text. */
static size_t
bytes_of (const char *text, size_t columns)
{
  size_t n = strlen (text), at = 0, length;
  uint32_t code;

  while (columns-- > 0 && (length = utf8_decode (text + at, n - at, &code)) > 0)
    at += length;
  return at;
}

void
html_print_clipped (FILE *out, const char *text, size_t columns)
{
  /* Clips the text as it is shown: escapes take room. */
  char *shown = printable_copy (text);

  if (printable_columns (shown, strlen (shown)) <= columns)
    html_print (out, shown);
  else {
    shown[bytes_of (shown, columns - 1)] = '\0';
    html_print (out, shown);
    fputs ("…", out);
  }
  free (shown);
}

void
html_print_and_free (FILE *out, const char *before, char *text,
                     const char *after)
{
  if (text == NULL)
    return;
  fputs (before, out);
  html_print (out, text);
  fputs (after, out);
  free (text);
}

static char
slug_sign (char c)
{
  if (c >= 'A' && c <= 'Z')
    return (char)(c - 'A' + 'a');
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ? c : '-';
}

char *
html_slug (const char *text)
{
  char *slug = xmalloc (SLUG_MOST + 1);
  size_t n = 0;

  for (; *text != '\0' && n < SLUG_MOST; text++) {
    char c = slug_sign (*text);

    /* An anchor begins with a letter. */
    if (n == 0 && (c < 'a' || c > 'z')) {
      slug[n++] = 'x';
      if (c == '-')
        continue;
    }
    if (c != '-' || slug[n - 1] != '-')
      slug[n++] = c;
  }
  if (n == 0)
    slug[n++] = 'x';
  slug[n] = '\0';
  return slug;
}
