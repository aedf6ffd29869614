/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Text: put together piece by piece, and as UTF-8, which records are.
 */
#ifndef TEXT_H
#define TEXT_H

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

/* Zeroed: empty.  The owner frees data, which is NULL while nothing was added.
 */
struct text {
  char *data;
  size_t n;
};

void text_add (struct text *text, const char *format, ...)
    __attribute__ ((format (printf, 2, 3)));

/* A text as a reader is to see it where it may be absent: "" for NULL. */
static inline const char *
text_or_empty (const char *text)
{
  return text != NULL ? text : "";
}

/* The bytes of the character that text of n bytes begins with, and its code; 0
 * when that is not well-formed UTF-8, or n is. */
size_t utf8_decode (const char *text, size_t n, uint32_t *code);
/* How many bytes of text, from its beginning, are well-formed. */
size_t utf8_count_valid (const char *text, size_t n);

/* Makes it one line: control characters become blanks. */
void text_one_line (char *text);
/* Text of any bytes for a record: each byte that is not part of a character
 * becomes a '?'.  To be freed. */
char *utf8_repair (const char *text);
/* Likewise; a new reference. */
json_t *json_text (const char *text);

#endif
