/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdint.h>

#include "guarded.h"
#include "xalloc.h"

/* No poison and no likely value of an element. */
enum { GUARD_BYTE = 0xc5 };

bool
guarded_alloc (struct guarded *g, struct device *d, enum memory kind,
               size_t bytes)
{
  *g = (struct guarded){ .kind = kind, .bytes = bytes };
  if (!d->ops->alloc (d, kind, bytes + 2 * (size_t)GUARD_BYTES, &g->base)) {
    g->base = NULL;
    return false;
  }
  g->payload = (char *)g->base + GUARD_BYTES;
  return d->ops->fill (d, g->base, GUARD_BYTE, GUARD_BYTES)
         && d->ops->fill (d, (char *)g->payload + bytes, GUARD_BYTE,
                          GUARD_BYTES);
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
    if (zone[1][i] != GUARD_BYTE) {
      *where = i == 0 ? xstrdup ("right behind its end")
                      : xasprintf ("%zu bytes behind its end", i);
      return false;
    }
    if (zone[0][GUARD_BYTES - 1 - i] != GUARD_BYTE) {
      *where = i == 0 ? xstrdup ("right before its begin")
                      : xasprintf ("%zu bytes before its begin", i);
      return false;
    }
  }
  return true;
}
