/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "bench/untouched.h"

enum { PIECE = 64 };

/* Copies one random place of the output; returns its bytes, 0 where the device
 * failed. */
static size_t
peep (struct device *d, const struct guarded *g, unsigned char piece[PIECE])
{
  const struct range r = guarded_piece (g, PIECE);

  return d->ops->copy (d, piece, r.address, r.bytes) && d->ops->sync (d)
             ? r.bytes
             : 0;
}

bool
untouched_look (struct bench *b, uint8_t poison, bool *untouched)
{
  *untouched = false;
  for (size_t i = 0; i < b->handed.setup.n_buffers; i++) {
    unsigned char piece[PIECE];
    size_t n;

    if (b->handed.setup.buffers[i].role != GK_OUTPUT)
      continue;
    n = peep (b->device, &b->buffers.on_device[i], piece);
    if (n == 0)
      return false;
    *untouched |= guarded_all (piece, n, poison);
  }
  return true;
}
