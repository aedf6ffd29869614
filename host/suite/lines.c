/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <string.h>

#include "base/text.h"
#include "suite/lines.h"

static const char bom[] = "\xef\xbb\xbf";

void
lines_start (struct lines *lines, const char *text, size_t n)
{
  *lines = (struct lines){ .next = text, .end = text + n };
  if (n >= 3 && memcmp (text, bom, 3) == 0)
    lines->next += 3;
}

bool
lines_next (struct lines *lines)
{
  size_t left = (size_t)(lines->end - lines->next);
  const char *end;

  if (left == 0)
    return false;
  end = memchr (lines->next, '\n', left);
  lines->text = lines->next;
  lines->next = end != NULL ? end + 1 : lines->end;
  if (end == NULL)
    end = lines->end;
  if (end > lines->text && end[-1] == '\r')
    end--;
  lines->n = (size_t)(end - lines->text);
  lines->number++;
  return true;
}

static bool
is_blank (char c)
{
  return c == ' ' || c == '\t';
}

/* Returns the index of the first byte from `from` on that is not a blank; n
 * when there is none. */
static size_t
behind_blanks (const struct lines *lines, size_t from)
{
  while (from < lines->n && is_blank (lines->text[from]))
    from++;
  return from;
}

enum line_kind
lines_kind (const struct lines *lines)
{
  size_t first = behind_blanks (lines, 0);

  if (lines->n > LINE_MAX_BYTES)
    return LINE_LONG;
  if (first == lines->n)
    return LINE_EMPTY;
  if (lines->text[first] == ';' || lines->text[first] == '#')
    return LINE_COMMENT;
  if (first > 0)
    return LINE_INDENTED;
  return lines->text[0] == '[' ? LINE_SECTION : LINE_ENTRY;
}

const char *
lines_section (const struct lines *lines, size_t *n)
{
  const char *end = memchr (lines->text, ']', lines->n);
  size_t rest;

  if (end == NULL)
    return NULL;
  *n = (size_t)(end - lines->text) - 1;
  rest = behind_blanks (lines, *n + 2);
  if (rest < lines->n && lines->text[rest] != ';' && lines->text[rest] != '#')
    return NULL;
  return lines->text + 1;
}

const char *
lines_continuation (const struct lines *lines, size_t *n)
{
  size_t first = behind_blanks (lines, 0), end = first;
  bool was_blank = false;

  /* As inih reads a value: a comment has a blank before it. */
  while (end < lines->n && !(was_blank && lines->text[end] == ';')) {
    was_blank = is_blank (lines->text[end]);
    end++;
  }
  while (end > first && is_blank (lines->text[end - 1]))
    end--;
  *n = end - first;
  return lines->text + first;
}

/* True for a byte of a line of text, or the '\r' of its end. */
static bool
is_text (const char *at, const char *end)
{
  unsigned char byte = (unsigned char)*at;

  if (byte == '\r')
    return at + 1 == end || at[1] == '\n';
  return (byte >= ' ' && byte != 0x7f) || byte == '\t' || byte == '\n';
}

int
lines_not_text (const char *text, size_t n)
{
  const char *end = text + n, *bad = text + utf8_count_valid (text, n);
  int line = 1;

  for (const char *at = text; at < end; at++) {
    if (at == bad || !is_text (at, end))
      return line;
    if (*at == '\n')
      line++;
  }
  return 0;
}
