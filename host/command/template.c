/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/xalloc.h"
#include "command/template.h"

/* The value that text begins with the key of: @KEY@.  NULL: none. */
static const struct template_value *
value_at (const char *text, const struct template_value *values, size_t n)
{
  for (size_t i = 0; i < n; i++) {
    const size_t length = strlen (values[i].key);

    if (strncmp (text + 1, values[i].key, length) == 0
        && text[1 + length] == '@')
      return &values[i];
  }
  return NULL;
}

char *
template_expand (const char *text, const struct template_value *values,
                 size_t n)
{
  struct text out = { 0 };
  const char *rest = text, *at = text;

  while ((at = strchr (at, '@')) != NULL) {
    const struct template_value *value = value_at (at, values, n);
    char *inner;

    if (value == NULL) {
      at++;
      continue;
    }
    inner = template_expand (value->text, values, n);
    text_add (&out, "%.*s%s", (int)(at - rest), rest, inner);
    free (inner);
    at += strlen (value->key) + 2;
    rest = at;
  }
  text_add (&out, "%s", rest);
  return out.data;
}

char *
template_read (const char *name, const struct template_value *values, size_t n)
{
  const struct template_file *file = template_files;

  while (file->name != NULL && strcmp (file->name, name) != 0)
    file++;
  return template_expand (text_or_empty (file->text), values, n);
}
