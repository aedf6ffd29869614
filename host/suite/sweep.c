/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/stats.h"
#include "base/text.h"
#include "base/names.h"
#include "base/xalloc.h"
#include "plugin/option.h"
#include "suite/sweep.h"

/* The state of one parse. */
struct sweep_parser {
  const gk_option *option;
  struct sweep *sweep;
  char **why;
};

/* Returns how a number is written, where its range does not show it. */
static const char *
form_of (const gk_option *option)
{
  if (option->type == GK_INT)
    return "digits only, such as 1000000; the range is ";
  return option_is_seconds (option) ? "seconds, or a number with its unit, "
                                      "such as 20ms or 1.5s; the range is "
                                    : "";
}

/* Sets *why to what would have been right; returns false. */
static bool
reject_item (struct sweep_parser *parse, const char *item)
{
  const gk_option *option = parse->option;
  char *range = option_range (option);

  /* A time with a blank is a time and its unit. */
  if (list_blank_inside (item) && !option_is_seconds (option)
      && strstr (item, "..") == NULL)
    *parse->why = xasprintf ("'%s' is not %s: " LIST_BLANK_HINT, item,
                             option_type (option));
  else
    *parse->why = xasprintf ("'%s' is not %s: write %s%s", item,
                             option_type (option), form_of (option), range);
  free (range);
  return false;
}

static bool
reject_range (struct sweep_parser *parse, const char *item)
{
  char *range = option_range (parse->option);

  *parse->why = xasprintf ("%s is out of range: write %s", item, range);
  free (range);
  return false;
}

static bool
append_value (struct sweep_parser *parse, gk_value value)
{
  struct sweep *sweep = parse->sweep;

  if (sweep->n == SWEEP_MAX) {
    *parse->why
        = xasprintf ("more than %d values: make the step larger", SWEEP_MAX);
    return false;
  }
  XAPPEND (sweep->value, sweep->n) = value;
  return true;
}

/* Adds a number if it is in range. */
static bool
add_number (struct sweep_parser *parse, gk_value value)
{
  const gk_option *option = parse->option;
  bool fits = option->type == GK_INT
                  ? value.i >= option->min && value.i <= option->max
                  : value.f >= option->fmin && value.f <= option->fmax;
  char *text;

  if (fits)
    return append_value (parse, value);
  text = value_text (option, value);
  reject_range (parse, text);
  free (text);
  return false;
}

/* Returns how many of the unit at *text are a second, and skips the unit; 1
 * where there is none.  The caller divides by it: 10 is exact in binary, 0.1 is
 * not. */
static double
unit_at (const char **text)
{
  static const struct {
    const char *name;
    double in_a_second;
  } units[] = { { "us", 1e6 }, { "ms", 1e3 }, { "s", 1 } };

  for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
    size_t n = strlen (units[i].name);

    if (strncmp (*text, units[i].name, n) == 0) {
      *text += n;
      return units[i].in_a_second;
    }
  }
  return 1;
}

static const char *
skip_blanks (const char *text)
{
  return text + strspn (text, " \t");
}

/* Parses a number at *text, and skips it and the blanks after it.  A whole
 * number too large for 64 bits reads as the largest, which is out of range. */
static bool
number_at (const gk_option *option, const char **text, gk_value *value)
{
  const char *start = skip_blanks (*text);
  const char *digits = start + strspn (start, "+-");
  char *end;

  /* Rejects what strtod accepts beyond decimals: inf, nan, hexadecimals. */
  if (digits - start > 1 || strspn (digits, "0123456789.") == 0
      || digits[strspn (digits, "0")] == 'x'
      || digits[strspn (digits, "0")] == 'X')
    return false;
  if (option->type == GK_INT) {
    value->i = strtoll (start, &end, 10);
  } else {
    value->f = strtod (start, &end);
  }
  if (end == start)
    return false;
  *text = end;
  if (option_is_seconds (option))
    value->f /= unit_at (text);
  *text = skip_blanks (*text);
  return true;
}

static bool
add_int_range (struct sweep_parser *parse, int64_t from, int64_t to, char how,
               int64_t step)
{
  int64_t next = from;

  for (;;) {
    if (!add_number (parse, (gk_value){ .i = next }))
      return false;
    if (how == '*' ? __builtin_mul_overflow (next, step, &next)
                   : __builtin_add_overflow (next, step, &next))
      return true;
    if (next > to)
      return true;
  }
}

static bool
add_real_range (struct sweep_parser *parse, double from, double to, char how,
                double step)
{
  /* Steps that are not binary fractions may miss the end by a rounding. */
  double end = to + 1e-9 * (how == '*' ? fabs (to) : step);
  double next = from;

  for (size_t i = 1; next <= end; i++) {
    if (!add_number (parse, (gk_value){ .f = fmin (next, to) }))
      return false;
    next = how == '*' ? next * step : from + (double)i * step;
  }
  return true;
}

/* Adds a range: FROM..TO, FROM..TO*STEP or FROM..TO+STEP. */
static bool
add_range (struct sweep_parser *parse, const char *item, const char *dots)
{
  const gk_option *option = parse->option;
  bool whole = option->type == GK_INT;
  char *first = xstrndup (item, (size_t)(dots - item));
  const char *left = first, *right = dots + 2;
  gk_value from, to, step = { .i = 1 };
  char how = '+';
  bool good = number_at (option, &left, &from) && *left == '\0'
              && number_at (option, &right, &to);

  free (first);
  if (good && (*right == '*' || *right == '+')) {
    how = *right++;
    good = number_at (option, &right, &step);
  } else if (good && *right == '\0' && !whole) {
    *parse->why = xasprintf ("range '%s' needs a step, as in 0..1+0.25", item);
    return false;
  }
  if (!good || *right != '\0')
    return reject_item (parse, item);

  if (whole ? from.i > to.i : from.f > to.f) {
    *parse->why = xasprintf (
        "range '%s' runs downwards: write the smaller number first", item);
    return false;
  }
  if (how == '*'
          ? (whole ? step.i < 2 || from.i < 1 : !(step.f > 1) || !(from.f > 0))
          : (whole ? step.i < 1 : !(step.f > 0))) {
    *parse->why
        = xasprintf ("range '%s' would never end: %s", item,
                     how == '*' ? "start above 0 and multiply by more than 1"
                                : "add more than 0");
    return false;
  }
  return whole ? add_int_range (parse, from.i, to.i, how, step.i)
               : add_real_range (parse, from.f, to.f, how, step.f);
}

static bool
add_numbers (struct sweep_parser *parse, const char *item)
{
  const char *end = item, *dots = strstr (item, "..");
  gk_value value;

  if (dots != NULL)
    return add_range (parse, item, dots);
  errno = 0;
  if (!number_at (parse->option, &end, &value) || *end != '\0')
    return reject_item (parse, item);
  /* The message has the text, since the number may not fit. */
  if (errno == ERANGE && parse->option->type == GK_INT)
    return reject_range (parse, item);
  return add_number (parse, value);
}

static bool
add_name (struct sweep_parser *parse, const char *item)
{
  const gk_option *option = parse->option;
  struct names names = option_names (option);
  struct nearest nearest = { .wanted = item };
  int index = names_find (&names, item);
  char *hint, *range;

  if (index >= 0 && option_allows (option, (size_t)index))
    return append_value (parse, (gk_value){ .i = index });

  /* A name that exists was not mistyped. */
  for (size_t i = 0; i < names.n; i++)
    if (index < 0 && option_allows (option, i))
      nearest_consider (&nearest, names.name[i]);
  hint = nearest_hint (&nearest);
  range = option_range (option);
  if (list_blank_inside (item))
    *parse->why = xasprintf ("no such value '%s': " LIST_BLANK_HINT, item);
  else
    *parse->why = *hint != '\0'
                      ? xasprintf ("no such value '%s'%s", item, hint)
                      : xasprintf ("no such value '%s': write %s", item, range);
  free (range);
  free (hint);
  return false;
}

static bool
add_bool (struct sweep_parser *parse, const char *item)
{
  static const struct {
    const char *word;
    int64_t value;
  } words[] = { { "yes", 1 }, { "no", 0 },  { "true", 1 }, { "false", 0 },
                { "on", 1 },  { "off", 0 }, { "1", 1 },    { "0", 0 } };

  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
    if (strcmp (words[i].word, item) == 0)
      return append_value (parse, (gk_value){ .i = words[i].value });
  *parse->why = xasprintf ("'%s' is neither yes nor no", item);
  return false;
}

static bool
add_item (struct sweep_parser *parse, const char *item)
{
  switch (parse->option->type) {
  case GK_INT:
  case GK_REAL:
    return add_numbers (parse, item);
  case GK_BOOL:
    return add_bool (parse, item);
  case GK_CHOICE:
  case GK_DTYPE:
  case GK_LAYOUT:
    return add_name (parse, item);
  }
  return false;
}

/* Rejects a value that is there twice: both cases would have one name. */
static bool
check_distinct (struct sweep_parser *parse)
{
  const struct sweep *sweep = parse->sweep;
  int (*order) (const void *, const void *)
      = parse->option->type == GK_REAL ? compare_reals : compare_integers;
  gk_value *sorted = xcalloc (sweep->n, sizeof *sorted);
  bool good = true;
  char *text;

  memcpy (sorted, sweep->value, sweep->n * sizeof *sorted);
  qsort (sorted, sweep->n, sizeof *sorted, order);
  for (size_t i = 1; i < sweep->n && good; i++)
    if (order (&sorted[i - 1], &sorted[i]) == 0) {
      text = value_text (parse->option, sorted[i]);
      *parse->why = xasprintf ("%s appears twice: remove one", text);
      free (text);
      good = false;
    }
  free (sorted);
  return good;
}

/* "1,000" is a list of 1 and 0, but means a thousand. */
static bool
is_thousands (struct sweep_parser *parse, const char *item)
{
  if (parse->option->type != GK_INT || strlen (item) != 3 || item[0] != '0'
      || strspn (item, "0123456789") != 3)
    return false;
  *parse->why = xasprintf (
      "',%s': a comma separates values; write digits only, such as 1000000",
      item);
  return true;
}

bool
sweep_parse (struct sweep *sweep, const gk_option *option, const char *text,
             char **why)
{
  struct sweep_parser parse = { option, sweep, why };
  struct list list;
  bool good = true;

  *sweep = (struct sweep){ 0 };
  *why = NULL;
  if (!list_split (&list, text)) {
    *why = xstrdup ("empty value in the list: remove a comma");
    return false;
  }
  for (size_t i = 0; i < list.n && good; i++)
    good = !(i > 0 && is_thousands (&parse, list.item[i]))
           && add_item (&parse, list.item[i]);
  list_free (&list);
  good = good && check_distinct (&parse);
  if (!good)
    sweep_free (sweep);
  return good;
}

void
sweep_set (struct sweep *sweep, gk_value value)
{
  sweep_free (sweep);
  sweep->value = xmalloc (sizeof value);
  sweep->value[0] = value;
  sweep->n = 1;
}

void
sweep_free (struct sweep *sweep)
{
  free (sweep->value);
  *sweep = (struct sweep){ 0 };
}
