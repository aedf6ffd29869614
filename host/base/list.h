/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A comma-separated list, as values of a suite are written.
 */
#ifndef LIST_H
#define LIST_H

#include <stdbool.h>
#include <stddef.h>

struct list {
  char **item; /* no blanks around, none empty */
  size_t n;
};

/* Splits text.  False, and nothing to free, when an item is empty. */
bool list_split (struct list *list, const char *text);
void list_free (struct list *list);

/* The other way: "a, b, c"; appends to text, which may be NULL, and returns
 * what it has become. */
char *list_append (char *text, const char *item);

/* Whether blanks stand inside of an item: commas were forgotten. */
bool list_blank_inside (const char *item);
#define LIST_BLANK_HINT "separate values with commas"
#define LIST_EMPTY_HINT "empty name in the list: remove a comma"

#endif
