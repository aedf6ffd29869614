/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/xalloc.h"
#include "plugin/abi-names.h"
#include "plugin/option.h"

int
option_find (const struct option_list *options, const char *name)
{
  for (size_t i = 0; i < options->n; i++)
    if (strcmp (options->option[i].name, name) == 0)
      return (int)i;
  return -1;
}

bool
option_is_known (const gk_option *option)
{
  if (flags_are_later (option->flags, OPTION_FLAGS))
    return false;
  switch (option->type) {
  case GK_INT:
  case GK_REAL:
  case GK_BOOL:
  case GK_CHOICE:
    return true;
  case GK_DTYPE:
    return (uint64_t)option->value.i < dtype_names.n;
  case GK_LAYOUT:
    return (uint64_t)option->value.i < layout_names.n;
  default:
    return false;
  }
}

static const char *const bool_words[] = { "no", "yes" };
static const struct names bool_names = { bool_words, 2 };

struct names
option_names (const gk_option *option)
{
  struct names names = { 0 };

  switch (option->type) {
  case GK_BOOL:
    return bool_names;
  case GK_DTYPE:
    return dtype_names;
  case GK_LAYOUT:
    return layout_names;
  case GK_CHOICE:
    names.name = option->choices;
    while (option->choices[names.n] != NULL)
      names.n++;
    return names;
  case GK_INT:
  case GK_REAL:
    break;
  }
  return names;
}

bool
option_allows (const gk_option *option, size_t index)
{
  if (option->type != GK_DTYPE && option->type != GK_LAYOUT)
    return true;
  return index < 64 && (option->allowed & GK_BIT (index)) != 0;
}

bool
option_is_seconds (const gk_option *option)
{
  return option->type == GK_REAL && option->unit != NULL
         && strcmp (option->unit, "s") == 0;
}

const char *
option_type (const gk_option *option)
{
  switch (option->type) {
  case GK_INT:
    return "a whole number";
  case GK_REAL:
    return option_is_seconds (option) ? "a time" : "a number";
  case GK_BOOL:
    return "yes or no";
  case GK_CHOICE:
    return "a choice";
  case GK_DTYPE:
    return "an element type";
  case GK_LAYOUT:
    return "a layout";
  }
  return "a value";
}

/* Writes the fewest digits that read back as the same number. */
static char *
real_text (double value)
{
  char text[40];

  /* %g would write 1e+02. */
  if (fabs (value) < 1e15 && value == floor (value))
    return xasprintf ("%.0f", value);
  for (int digits = 1; digits <= 17; digits++) {
    snprintf (text, sizeof text, "%.*g", digits, value);
    if (strtod (text, NULL) == value)
      break;
  }
  return xstrdup (text);
}

bool
option_is_named (const gk_option *option, gk_value value)
{
  const bool is_default = option->type == GK_REAL ? value.f == option->value.f
                                                  : value.i == option->value.i;

  return (option->flags & GK_OPTION_LATER) == 0 || !is_default;
}

char *
value_text (const gk_option *option, gk_value value)
{
  struct names names = option_names (option);

  if (option->type == GK_REAL)
    return real_text (value.f);
  if (option->type == GK_INT)
    return xasprintf ("%" PRId64, value.i);
  return xstrdup (names_at (&names, value.i));
}

char *
option_range (const gk_option *option)
{
  struct names names = option_names (option);
  char *text = NULL, *low, *high;

  if (option->type == GK_BOOL)
    return xstrdup (option_type (option));
  if (names.n == 0) {
    low = value_text (option, option->type == GK_INT
                                  ? (gk_value){ .i = option->min }
                                  : (gk_value){ .f = option->fmin });
    high = value_text (option, option->type == GK_INT
                                   ? (gk_value){ .i = option->max }
                                   : (gk_value){ .f = option->fmax });
    text = xasprintf ("%s to %s%s", low, high,
                      option_is_seconds (option) ? " s" : "");
    free (low);
    free (high);
    return text;
  }
  for (size_t i = 0; i < names.n; i++)
    if (option_allows (option, i))
      text = list_append (text, names.name[i]);
  return text != NULL ? text : xstrdup ("nothing");
}

char *
option_text (const gk_option *o)
{
  char *range = option_range (o), *value = value_text (o, o->value);
  char *text = xasprintf ("%s: %s; default %s", o->help, range, value);

  free (range);
  free (value);
  return text;
}

json_t *
value_to_json (const gk_option *option, gk_value value)
{
  struct names names = option_names (option);

  switch (option->type) {
  case GK_INT:
    return json_integer (value.i);
  case GK_REAL:
    return json_real (value.f);
  case GK_BOOL:
    return json_boolean (value.i);
  case GK_CHOICE:
  case GK_DTYPE:
  case GK_LAYOUT:
    break;
  }
  return json_string (names_at (&names, value.i));
}

static bool
name_from_json (const gk_option *option, const json_t *json, gk_value *value)
{
  struct names names = option_names (option);
  const char *name = json_string_value (json);

  value->i = name != NULL ? names_find (&names, name) : -1;
  return value->i >= 0 && option_allows (option, (size_t)value->i);
}

bool
value_from_json (const gk_option *option, const json_t *json, gk_value *value)
{
  switch (option->type) {
  case GK_INT:
    value->i = json_integer_value (json);
    return json_is_integer (json) && option->min <= value->i
           && value->i <= option->max;
  case GK_REAL:
    value->f = json_number_value (json);
    return json_is_number (json) && option->fmin <= value->f
           && value->f <= option->fmax;
  case GK_BOOL:
    value->i = json_is_true (json);
    return json_is_boolean (json);
  case GK_CHOICE:
  case GK_DTYPE:
  case GK_LAYOUT:
    return name_from_json (option, json, value);
  }
  return false;
}

json_t *
values_to_json (const struct option_list *options, const gk_value *value)
{
  json_t *json = json_object ();

  for (size_t i = 0; i < options->n; i++)
    json_object_set_new (json, options->option[i].name,
                         value_to_json (&options->option[i], value[i]));
  return json;
}

/* Returns the first difference of values that were made for other options. */
static char *
values_difference (const gk_option *option, size_t n, const json_t *json)
{
  gk_value value;
  const char *name;
  json_t *item;

  for (size_t i = 0; i < n; i++) {
    item = json_object_get (json, option[i].name);
    if (item == NULL)
      return xasprintf ("option '%s' is new", option[i].name);
    if (!value_from_json (&option[i], item, &value))
      return xasprintf ("option '%s' takes other values", option[i].name);
  }
  json_object_foreach ((json_t *)json, name, item)
  {
    size_t i = 0;

    while (i < n && strcmp (option[i].name, name) != 0)
      i++;
    if (i == n)
      return xasprintf ("option '%s' is gone", name);
  }
  return NULL;
}

gk_value *
values_from_json (const gk_option *option, size_t n, const json_t *json,
                  char **why)
{
  gk_value *value;

  *why = values_difference (option, n, json);
  if (*why != NULL)
    return NULL;
  value = xcalloc (n, sizeof *value);
  for (size_t i = 0; i < n; i++)
    value_from_json (&option[i], json_object_get (json, option[i].name),
                     &value[i]);
  return value;
}
