/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>

#include "base/printable.h"
#include "record/json-line.h"

char *
json_line (json_t *json)
{
  /* A double holds any decimal of 15 digits: a number that is read and written
   * again does not change. */
  char *line = json != NULL
                   ? json_dumps (json, JSON_COMPACT | JSON_REAL_PRECISION (15))
                   : NULL;
  char *shown = line != NULL ? printable_copy (line) : NULL;

  free (line);
  json_decref (json);
  return shown;
}
