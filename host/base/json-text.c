/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "json-text.h"
#include "utf8.h"
#include "xalloc.h"

json_t *
json_text (const char *text)
{
  json_t *json = json_string (text);
  size_t n = strlen (text), at = 0;
  char *copy;

  if (json != NULL)
    return json;
  copy = xstrdup (text);
  while ((at += utf8_good (copy + at, n - at)) < n)
    copy[at] = '?';
  json = json_string (copy);
  free (copy);
  return json;
}
