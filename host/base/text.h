/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Text: built piece by piece, converted to UTF-8, as records require, and split
 * into lists.
 */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

/* Text: built piece by piece, and converted to UTF-8, as records require. */

/* All zero: empty.  The owner frees data, which is NULL while nothing was
 * added. */
struct text {
  char *data;
  size_t n;
};

void text_add (struct text *text, const char *format, ...)
    __attribute__ ((format (printf, 2, 3)));

/* Returns "" for an absent text. */
static inline const char *
text_or_empty (const char *text)
{
  return text != NULL ? text : "";
}

/* Decodes the first character of text of n bytes.  Returns its length; 0 if it
 * is not well-formed UTF-8, or n is 0. */
size_t utf8_decode (const char *text, size_t n, uint32_t *code);
/* Returns how many bytes at the beginning are well-formed UTF-8. */
size_t utf8_count_valid (const char *text, size_t n);

/* Replaces control characters by blanks, which makes it one line. */
void text_one_line (char *text);
/* Returns text for a record: each byte that is not part of a character becomes
 * '?'.  To be freed. */
char *utf8_repair (const char *text);
/* Returns text for a record as a JSON string, a new reference. */
json_t *json_text (const char *text);

/* Comma-separated lists, as in values of a suite. */

struct list {
  char **item; /* trimmed, not empty */
  size_t n;
};

/* Splits text.  False, with nothing to free, if an item is empty. */
bool list_split (struct list *list, const char *text);
void list_free (struct list *list);

/* Appends ", item" to text, which it frees and which may be NULL, and returns
 * the longer text. */
char *list_append (char *text, const char *item);

/* True if an item contains blanks, which means that commas are missing. */
bool list_blank_inside (const char *item);
#define LIST_BLANK_HINT "separate values with commas"
#define LIST_EMPTY_HINT "empty name in the list: remove a comma"

#endif
