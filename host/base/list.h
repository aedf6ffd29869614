/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Comma-separated lists, as in values of a suite.
 */
#ifndef LIST_H
#define LIST_H

#include <stdbool.h>
#include <stddef.h>

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
