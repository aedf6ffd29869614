/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "base/xalloc.h"
#include "suite/diagnostics.h"

void
diagnostics_start (struct diagnostics *diagnostics, const struct suite *suite)
{
  *diagnostics = (struct diagnostics){ .suite = suite,
                                       .defaults = suite_defaults (suite) };
  if (diagnostics->defaults != NULL)
    diagnostics->reported = xcalloc (diagnostics->defaults->n_entries,
                                     sizeof *diagnostics->reported);
}

void
diagnostics_end (struct diagnostics *diagnostics)
{
  free (diagnostics->reported);
  free (diagnostics->set);
}

bool
diagnostics_is_default (const struct diagnostics *diagnostics,
                        const struct entry *entry, size_t *index)
{
  const struct section *defaults = diagnostics->defaults;

  if (defaults == NULL || defaults->n_entries == 0 || entry < defaults->entry
      || entry >= defaults->entry + defaults->n_entries)
    return false;
  *index = (size_t)(entry - defaults->entry);
  return true;
}

/* True when another job's entry by the same -s was reported; marks it so. */
static bool
is_set_reported (struct diagnostics *diagnostics, const struct entry *entry)
{
  for (size_t i = 0; entry->set != NULL && i < diagnostics->n_sets; i++)
    if (strcmp (diagnostics->set[i], entry->set) == 0)
      return true;
  if (entry->set == NULL)
    return false;
  diagnostics->set
      = xgrow (diagnostics->set, diagnostics->n_sets, sizeof *diagnostics->set);
  diagnostics->set[diagnostics->n_sets++] = entry->set;
  return false;
}

/* No value contains these characters: the user meant a comment, or another key.
 */
static const char *
sign_hint (const struct entry *entry)
{
  if (strpbrk (entry->value, "#;") != NULL)
    return "; a comment after a value begins with ' ;'";
  if (entry->value[0] != '=' && strchr (entry->value, '=') != NULL)
    return "; keys begin in the first column, and an indented line continues "
           "the value above it";
  return "";
}

void
diagnose_entry (struct diagnostics *diagnostics, const struct section *section,
                const struct entry *entry, const char *format, ...)
{
  size_t index;
  va_list args;
  char *text;

  diagnostics->wrong = true;
  if (diagnostics_is_default (diagnostics, entry, &index)) {
    if (diagnostics->reported[index])
      return;
    diagnostics->reported[index] = true;
    section = diagnostics->defaults;
  } else if (is_set_reported (diagnostics, entry))
    return;

  va_start (args, format);
  text = xvasprintf (format, args);
  va_end (args);
  if (entry->line > 0)
    message_print_at (diagnostics->suite->path, entry->line, "%s%s", text,
                      sign_hint (entry));
  else if (entry->set != NULL)
    message_print ("-s %s: %s", entry->set, text);
  else
    message_print ("-s %s.%s: %s", section->name, entry->key, text);
  free (text);
}

void
diagnose_section (struct diagnostics *diagnostics,
                  const struct section *section, const char *format, ...)
{
  va_list args;
  char *text;

  diagnostics->wrong = true;
  va_start (args, format);
  text = xvasprintf (format, args);
  va_end (args);
  message_print_at (diagnostics->suite->path, section->line, "%s", text);
  free (text);
}
