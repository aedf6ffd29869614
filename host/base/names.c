/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <string.h>

#include "base/names.h"

int
names_find (const struct names *names, const char *name)
{
  for (size_t i = 0; i < names->n; i++)
    if (strcmp (names->name[i], name) == 0)
      return (int)i;
  return -1;
}

const char *
names_at (const struct names *names, int64_t index)
{
  return index >= 0 && (size_t)index < names->n ? names->name[index] : "?";
}
