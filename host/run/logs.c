/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

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
