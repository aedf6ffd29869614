/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "base/text.h"
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

const struct entry *
suite_entry (const struct diagnostics *diagnostics, const char *key)
{
  const struct entry *own = section_entry (diagnostics->section, key);

  return own != NULL ? own : section_entry (diagnostics->defaults, key);
}

bool
diagnostics_is_default (const struct diagnostics *diagnostics,
                        const struct entry *entry)
{
  const struct section *defaults = diagnostics->defaults;

  return defaults != NULL && defaults->n_entries > 0 && entry >= defaults->entry
         && entry < defaults->entry + defaults->n_entries;
}

/* True when the default, or another job's entry by the same -s, was reported;
 * marks it so. */
static bool
is_reported (struct diagnostics *diagnostics, const struct entry *entry)
{
  if (diagnostics_is_default (diagnostics, entry)) {
    bool *reported
        = &diagnostics->reported[entry - diagnostics->defaults->entry];
    const bool before = *reported;

    *reported = true;
    return before;
  }
  if (entry->set == NULL)
    return false;
  for (size_t i = 0; i < diagnostics->n_sets; i++)
    if (strcmp (diagnostics->set[i], entry->set) == 0)
      return true;
  XAPPEND (diagnostics->set, diagnostics->n_sets) = entry->set;
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
diagnose_entry (struct diagnostics *diagnostics, const struct entry *entry,
                const char *format, ...)
{
  va_list args;
  char *text;

  diagnostics->wrong = true;
  if (is_reported (diagnostics, entry))
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
    message_print ("-s %s.%s: %s", diagnostics->section->name, entry->key,
                   text);
  free (text);
}

void
diagnose_section (struct diagnostics *diagnostics, const char *format, ...)
{
  va_list args;
  char *text;

  diagnostics->wrong = true;
  va_start (args, format);
  text = xvasprintf (format, args);
  va_end (args);
  message_print_at (diagnostics->suite->path, diagnostics->section->line, "%s",
                    text);
  free (text);
}
