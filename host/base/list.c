/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/list.h"
#include "base/xalloc.h"

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
    list->item = xgrow (list->item, list->n, sizeof *list->item);
    list->item[list->n++] = xstrndup (text, n);
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
