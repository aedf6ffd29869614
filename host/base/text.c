/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/xalloc.h"

/* ---- Text ---- */

void
text_add (struct text *text, const char *format, ...)
{
  va_list args;
  int n;
  char *grown;

  va_start (args, format);
  n = vsnprintf (NULL, 0, format, args);
  va_end (args);
  grown = n < 0 ? NULL : realloc (text->data, text->n + (size_t)n + 1);
  if (grown == NULL)
    exit_out_of_memory ();
  text->data = grown;
  va_start (args, format);
  vsnprintf (text->data + text->n, (size_t)n + 1, format, args);
  va_end (args);
  text->n += (size_t)n;
}

/* The least code point that needs as many bytes: a longer encoding is
 * malformed. */
static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };

size_t
utf8_decode (const char *text, size_t n, uint32_t *code_of)
{
  const unsigned char *c = (const unsigned char *)text;
  size_t length;
  uint32_t code;

  if (n == 0)
    return 0;
  if (c[0] < 0x80) {
    *code_of = c[0];
    return 1;
  }
  length = c[0] >= 0xf0 ? 4 : c[0] >= 0xe0 ? 3 : 2;
  code = c[0] & 0xffu >> (length + 1);
  if (c[0] < 0xc0 || c[0] >= 0xf8 || length > n)
    return 0;
  for (size_t i = 1; i < length; i++) {
    if ((c[i] & 0xc0u) != 0x80)
      return 0;
    code = code << 6 | (c[i] & 0x3fu);
  }
  if (code < least[length] || code > 0x10ffff
      || (code >= 0xd800 && code < 0xe000))
    return 0;
  *code_of = code;
  return length;
}

size_t
utf8_count_valid (const char *text, size_t n)
{
  size_t at = 0, length;
  uint32_t code;

  while ((length = utf8_decode (text + at, n - at, &code)) > 0)
    at += length;
  return at;
}

void
text_one_line (char *text)
{
  for (char *p = text; *p != '\0'; p++)
    if ((unsigned char)*p < ' ')
      *p = ' ';
}

char *
utf8_repair (const char *text)
{
  size_t n = strlen (text), at = 0;
  char *copy = xstrdup (text);

  while ((at += utf8_count_valid (copy + at, n - at)) < n)
    copy[at] = '?';
  return copy;
}

json_t *
json_text (const char *text)
{
  json_t *json = json_string (text);
  char *copy;

  if (json != NULL)
    return json;
  copy = utf8_repair (text);
  json = json_string (copy);
  free (copy);
  return json;
}

/* ---- Lists ---- */

#define BLANKS " \t"

bool
list_split (struct list *list, const char *text)
{
  *list = (struct list){ 0 };

  for (;;) {
    size_t n;
    const char *comma;

    text += strspn (text, BLANKS);
    n = strcspn (text, ",");
    comma = text + n;
    while (n > 0 && strchr (BLANKS, text[n - 1]) != NULL)
      n--;
    if (n == 0) {
      list_free (list);
      return false;
    }
    XAPPEND (list->item, list->n) = xstrndup (text, n);
    if (*comma == '\0')
      return true;
    text = comma + 1;
  }
}

void
list_free (struct list *list)
{
  for (size_t i = 0; i < list->n; i++)
    free (list->item[i]);
  free (list->item);
  *list = (struct list){ 0 };
}

bool
list_blank_inside (const char *item)
{
  /* A '#' or ';' is another mistake: a comment in the wrong place. */
  return strpbrk (item, BLANKS) != NULL && strpbrk (item, "#;") == NULL;
}

char *
list_append (char *text, const char *item)
{
  char *longer;

  if (text == NULL)
    return xstrdup (item);
  longer = xasprintf ("%s, %s", text, item);
  free (text);
  return longer;
}
