/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/complain.h"
#include "base/xalloc.h"
#include "suite/diagnostics.h"

void
blame_start (struct blame *blame, const struct suite *suite)
{
  *blame = (struct blame){ .suite = suite, .defaults = suite_defaults (suite) };
  if (blame->defaults != NULL)
    blame->told = xcalloc (blame->defaults->n_entries, sizeof *blame->told);
}

void
blame_end (struct blame *blame)
{
  free (blame->told);
}

bool
blame_is_default (const struct blame *blame, const struct entry *entry,
                  size_t *index)
{
  const struct section *defaults = blame->defaults;

  if (defaults == NULL || entry < defaults->entry
      || entry >= defaults->entry + defaults->n_entries)
    return false;
  *index = (size_t)(entry - defaults->entry);
  return true;
}

/* No value needs these signs: the user meant a comment. */
static const char *
comment_hint (const struct entry *entry)
{
  return strpbrk (entry->value, "#;") != NULL
             ? "; a comment behind a value begins with ' ;'"
             : "";
}

void
blame_entry (struct blame *blame, const struct section *section,
             const struct entry *entry, const char *format, ...)
{
  size_t index;
  va_list args;
  char *text;

  blame->wrong = true;
  if (blame_is_default (blame, entry, &index)) {
    if (blame->told[index])
      return;
    blame->told[index] = true;
    section = blame->defaults;
  }

  va_start (args, format);
  text = xvasprintf (format, args);
  va_end (args);
  if (entry->line > 0)
    complain_at (blame->suite->path, entry->line, "%s%s", text,
                 comment_hint (entry));
  else
    complain ("-s %s.%s: %s", section->name, entry->key, text);
  free (text);
}

void
blame_section (struct blame *blame, const struct section *section,
               const char *format, ...)
{
  va_list args;
  char *text;

  blame->wrong = true;
  va_start (args, format);
  text = xvasprintf (format, args);
  va_end (args);
  complain_at (blame->suite->path, section->line, "%s", text);
  free (text);
}
