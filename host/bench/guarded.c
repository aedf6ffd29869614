/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdint.h>

#include "base/xalloc.h"
#include "bench/guarded.h"

bool
guarded_alloc (struct guarded *g, struct device *d, enum memory kind,
               size_t bytes, size_t number)
{
  size_t all;

  *g = (struct guarded){ .kind = kind, .bytes = bytes };
  /* No poison, no likely value of an element, and no other buffer's: what is
   * copied from one guard zone to another must show. */
  g->byte = (uint8_t)(0xc5 - 2 * number);
  if (__builtin_add_overflow (bytes, 2 * (size_t)GUARD_BYTES, &all))
    return device_fail (d, "no machine has %zu bytes of memory", bytes);
  if (!d->ops->alloc (d, kind, all, &g->base)) {
    g->base = NULL;
    return false;
  }
  g->payload = (char *)g->base + GUARD_BYTES;
  return d->ops->fill (d, g->base, g->byte, GUARD_BYTES)
         && d->ops->fill (d, (char *)g->payload + bytes, g->byte, GUARD_BYTES);
}

void
guarded_free (struct guarded *g, struct device *d)
{
  if (g->base != NULL)
    d->ops->free (d, g->kind, g->base);
  *g = (struct guarded){ 0 };
}

bool
guarded_intact (const struct guarded *g, struct device *d, char **where)
{
  uint8_t zone[2][GUARD_BYTES];

  *where = NULL;
  if (!d->ops->copy (d, zone[0], g->base, GUARD_BYTES)
      || !d->ops->copy (d, zone[1], (char *)g->payload + g->bytes, GUARD_BYTES)
      || !d->ops->sync (d))
    return false;
  /* Nearest to the payload first: that is where a fault begins. */
  for (size_t i = 0; i < GUARD_BYTES; i++) {
    if (zone[1][i] != g->byte) {
      *where = i == 0 ? xstrdup ("right after its end")
                      : xasprintf ("%zu bytes past its end", i);
      return false;
    }
    if (zone[0][GUARD_BYTES - 1 - i] != g->byte) {
      *where = i == 0 ? xstrdup ("right before its start")
                      : xasprintf ("%zu bytes before its start", i);
      return false;
    }
  }
  return true;
}
