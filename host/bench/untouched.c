/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <string.h>

#include "bench/untouched.h"

/* Copies one random place of the output. */
static bool
peep (struct device *d, const struct guarded *g, struct glimpse *seen)
{
  const struct range r = guarded_piece (g, GLIMPSE_BYTES);

  seen->at = (size_t)((char *)r.address - (char *)g->payload);
  seen->n = r.bytes;
  return d->ops->copy (d, seen->bytes, r.address, r.bytes) && d->ops->sync (d);
}

bool
untouched_look (struct bench *b, uint8_t poison, bool *untouched)
{
  *untouched = false;
  for (size_t i = 0; i < b->handed.setup.n_buffers; i++) {
    struct glimpse *seen = &b->glimpse[i];

    if (b->handed.setup.buffers[i].role != GK_OUTPUT)
      continue;
    if (!peep (b->device, &b->buffers.on_device[i], seen))
      return false;
    *untouched |= guarded_all (seen->bytes, seen->n, poison);
  }
  return true;
}

bool
untouched_since (const struct bench *b)
{
  for (size_t i = 0; i < b->handed.setup.n_buffers; i++) {
    const struct glimpse *seen = &b->glimpse[i];

    if (seen->n > 0
        && memcmp ((const char *)b->views.output[i] + seen->at, seen->bytes,
                   seen->n)
               != 0)
      return false;
  }
  return true;
}

void
untouched_forget (struct bench *b)
{
  memset (b->glimpse, 0, sizeof b->glimpse);
}
