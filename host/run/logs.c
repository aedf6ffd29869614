/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdbool.h>

#include "run/logs.h"

void
logs_append (json_t *answer, json_t *lines)
{
  json_t *all = json_object_get (answer, "log");

  if (json_array_size (lines) == 0)
    return;
  if (all == NULL)
    json_object_set (answer, "log", lines);
  else
    json_array_extend (all, lines);
}

static bool
has_line (const json_t *lines, const json_t *line)
{
  const json_t *other;
  size_t i;

  json_array_foreach (lines, i, other)
  {
    if (json_equal (line, other))
      return true;
  }
  return false;
}

void
logs_prepend (json_t *answer, const json_t *earlier)
{
  json_t *all, *line;
  size_t i;

  if (json_array_size (earlier) == 0)
    return;
  all = json_copy ((json_t *)earlier);
  json_array_foreach (json_object_get (answer, "log"), i, line)
  {
    if (!has_line (earlier, line))
      json_array_append (all, line);
  }
  json_object_set_new (answer, "log", all);
}
