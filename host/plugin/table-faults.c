/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/xalloc.h"
#include "plugin/abi-names.h"
#include "plugin/option.h"
#include "plugin/table-faults.h"

bool
name_is_valid (const char *name)
{
  if (name == NULL || !islower ((unsigned char)name[0]))
    return false;
  for (const char *p = name; *p != '\0'; p++)
    if (!islower ((unsigned char)*p) && !isdigit ((unsigned char)*p)
        && *p != '-' && *p != '_')
      return false;
  return strlen (name) <= 64;
}

bool
line_is_valid (const char *text)
{
  size_t n;

  if (text == NULL)
    return false;
  n = strlen (text);
  for (size_t i = 0; i < n; i++)
    if ((unsigned char)text[i] < ' ' || text[i] == 0x7f)
      return false;
  return utf8_count_valid (text, n) == n;
}

/* Returns the fault of a flags word; NULL: none. */
static char *
find_flags_fault (const char *of, const char *name, uint32_t flags,
                  uint32_t known)
{
  return flags_are_wrong (flags, known)
             ? xasprintf ("%s %s: its flags are 0x%x, with bits that have no "
                          "meaning",
                          of, name, flags)
             : NULL;
}

/* Returns the fault of the names of an option's values, which suites contain.
 */
static char *
choices_fault (const gk_option *o)
{
  for (size_t i = 0; o->choices != NULL && o->choices[i] != NULL; i++) {
    if (i == CHOICES_MAX)
      return xasprintf ("option '%s' has over %d choices", o->name,
                        CHOICES_MAX);
    if (!line_is_valid (o->choices[i]) || o->choices[i][0] == '\0')
      return xasprintf (
          "the choices of option '%s' are not single lines of UTF-8", o->name);
    for (size_t j = 0; j < i; j++)
      if (strcmp (o->choices[j], o->choices[i]) == 0)
        return xasprintf ("option '%s' has the choice '%s' twice", o->name,
                          o->choices[i]);
  }
  return NULL;
}

/* Returns the fault of a name and of the line that describes it, which are in
 * the fields `name` and line_field; NULL: none. */
static char *
find_labels_fault (const char *of, const char *name, const char *line,
                   const char *line_field)
{
  if (name == NULL)
    return xasprintf ("%s has no name", of);
  if (!name_is_valid (name))
    return xasprintf ("%s: '%.79s' " NAME_RULE, of, name);
  if (line == NULL)
    return xasprintf ("%s %s has no %s", of, name, line_field);
  if (!line_is_valid (line))
    return xasprintf ("%s %s: its %s is not a single line of UTF-8", of, name,
                      line_field);
  return NULL;
}

/* The same of number i of several. */
static char *
find_nth_fault (const char *of, size_t i, const char *name, const char *line,
                const char *line_field)
{
  char *nth
      = name_is_valid (name) ? xstrdup (of) : xasprintf ("%s %zu", of, i + 1);
  char *why = find_labels_fault (nth, name, line, line_field);

  free (nth);
  return why;
}

static bool
is_default_valid (const gk_option *o)
{
  size_t n = 0;

  switch (o->type) {
  case GK_INT:
    return o->min <= o->value.i && o->value.i <= o->max;
  case GK_REAL:
    return isfinite (o->value.f) && o->fmin <= o->value.f
           && o->value.f <= o->fmax;
  case GK_BOOL:
    return o->value.i == 0 || o->value.i == 1;
  case GK_CHOICE:
    while (o->choices != NULL && o->choices[n] != NULL)
      n++;
    return o->value.i >= 0 && (size_t)o->value.i < n;
  case GK_DTYPE:
  case GK_LAYOUT:
    return o->value.i >= 0 && o->value.i < 64
           && (o->allowed & GK_BIT (o->value.i)) != 0;
  default: /* option_is_known rejects it */
    return true;
  }
}

/* Describes an invalid default.  For a number the range may be the fault: it is
 * 0 to 0 where the plugin did not set it. */
static char *
default_fault (const gk_option *o)
{
  const bool number = o->type == GK_INT || o->type == GK_REAL;
  const bool real = o->type == GK_REAL;
  char *range = number ? option_range (o) : xstrdup ("");
  char *value = number ? value_text (o, o->value) : xstrdup ("");
  char *why = xasprintf (
      "the default of option '%s' is not one of its valid values%s%s%s%s%s",
      o->name, number ? ", " : "", range, number ? ": it is " : "", value,
      real     ? "; set fmin and fmax"
      : number ? "; set min and max"
               : "");

  free (range);
  free (value);
  return why;
}

/* Returns the fault of option i; NULL: none. */
static char *
option_fault (const gk_option *option, size_t i, host_key *is_key)
{
  const gk_option *o = &option[i];
  char *why = find_nth_fault ("option", i, o->name, o->help, "help");

  if (why != NULL)
    return why;
  if (o->unit != NULL && !line_is_valid (o->unit))
    return xasprintf ("the unit of option '%s' is not a single line of UTF-8",
                      o->name);
  if (strchr (o->name, '-') != NULL)
    return xasprintf ("the name of option '%s' has a '-', which is reserved "
                      "for the host's own keys; write '_'",
                      o->name);
  if (is_key != NULL && is_key (o->name))
    return xasprintf (
        "option '%s' has the name of one of the host's own keys; rename it",
        o->name);
  if (o->type == GK_CHOICE && (why = choices_fault (o)) != NULL)
    return why;
  why = find_flags_fault ("option", o->name, o->flags, OPTION_FLAGS);
  if (why != NULL)
    return why;
  if (o->reserved != NULL)
    return xasprintf ("option '%s': reserved is not NULL", o->name);
  if (!is_default_valid (o))
    return default_fault (o);
  for (size_t j = 0; j < i; j++)
    if (strcmp (option[j].name, o->name) == 0)
      return xasprintf ("option '%s' appears twice", o->name);
  return NULL;
}

char *
options_fault (const gk_option *option, size_t n, const char *of,
               host_key *is_key)
{
  char *why = NULL, *longer;

  for (size_t i = 0; i < n && why == NULL; i++)
    why = option_fault (option, i, is_key);
  if (why == NULL)
    return NULL;
  longer = xasprintf ("%s: %s", of, why);
  free (why);
  return longer;
}

char *
plugin_fault (const char *name, const char *summary, const char *version)
{
  char *why = find_labels_fault ("the plugin", name, summary, "summary");

  if (why == NULL && !line_is_valid (version))
    why = xasprintf ("the plugin %s has no version: set it to a line of UTF-8",
                     name);
  return why;
}

char *
family_fault (const gk_family *family)
{
  char *why = find_labels_fault ("its family", family->name, family->summary,
                                 "summary");

  if (why == NULL)
    why = find_flags_fault ("family", family->name, family->flags, 0);
  if (why == NULL && family->reserved != 0)
    why = xasprintf ("family %s: reserved is not 0", family->name);
  return why;
}

char *
companion_fault (const gk_companion *companion, size_t i)
{
  const gk_companion *c = companion;
  char *why = find_nth_fault ("companion", i, c->variant,
                              c->summary != NULL ? c->summary : "", "summary");

  if (why == NULL)
    why = find_nth_fault ("companion", i, c->variant,
                          c->missing != NULL ? c->missing : "", "missing");
  if (why == NULL)
    why = find_nth_fault ("the plugin of companion", i, c->plugin, "", "");
  for (size_t j = 0; why == NULL && c->tunables != NULL && c->tunables[j]; j++)
    why = find_nth_fault ("a tunable of companion", i, c->tunables[j], "", "");
  if (why == NULL)
    why = find_flags_fault ("companion", c->variant, c->flags, 0);
  return why;
}

char *
variant_fault (const gk_variant *variant, size_t i)
{
  const gk_variant *v = variant;
  char *of,
      *why = find_nth_fault ("variant", i, v->name, v->summary, "summary");

  if (why != NULL)
    return why;
  if (v->family == NULL)
    return xasprintf ("variant %s names no family", v->name);
  of = xasprintf ("the family of variant %s", v->name);
  why = find_labels_fault (of, v->family, "", "");
  free (of);
  /* Results are judged by it: with a larger one zero would pass for any result.
   */
  if (why == NULL && !(v->precision >= 0 && v->precision <= 0x1p-8))
    why = xasprintf ("variant %s: precision must be from 0 to 0x1p-8, the unit "
                     "roundoff of its arithmetic (0x1p-8 is bf16's)",
                     v->name);
  if (why == NULL)
    why = find_flags_fault ("variant", v->name, v->flags, VARIANT_FLAGS);
  if (why == NULL && v->warmup > GK_MAX_WARMUP)
    why = xasprintf ("variant %s: warmup is %u launches, over the most, %d",
                     v->name, v->warmup, GK_MAX_WARMUP);
  return why;
}
