/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdbool.h>
#include <stddef.h>

#include "mark.h"
#include "memory-map.h"

struct found_marks {
  uint32_t *at;
  int n;
};

static bool
consider (const struct memory_map_range *range, void *closure)
{
  struct found_marks *found = closure;

  if (range->shared && range->readable && range->writable
      && range->end - range->begin == 4096 && *(uint32_t *)range->begin == 1) {
    found->at = (uint32_t *)range->begin;
    found->n++;
  }
  return true;
}

uint32_t *
mark_find (void)
{
  struct found_marks found = { NULL, 0 };

  memory_map_each (0, consider, &found);
  return found.n == 1 ? found.at : NULL;
}
