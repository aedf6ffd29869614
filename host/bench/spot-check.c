/* SPDX-License-Identifier: BSD-3-Clause
 *
 * After each sample a few bytes of each output are read: work that is deferred
 * until something reads the output then falls into the time that the judge
 * measures by its own clock.
 */
#include <config.h>

#include <string.h>

#include "bench/bench.h"

/* Reads bytes at a random offset of an output. */
static bool
copy_spot (struct device *d, const struct guarded *g, struct spot_check *spot)
{
  const struct range r = guarded_draw_piece (g, SPOT_CHECK_BYTES);

  spot->at = (size_t)((char *)r.address - (char *)g->payload);
  spot->n = r.bytes;
  return d->ops->copy (d, spot->bytes, r.address, r.bytes) && d->ops->sync (d);
}

bool
spot_check_read (struct bench *b, uint8_t poison, bool *untouched)
{
  *untouched = b->strayed = false;
  for (size_t i = 0; i < b->problem.setup.n_buffers; i++) {
    struct spot_check *spot = &b->spot_check[i];

    if (!serves_as (&b->problem.setup.buffers[i], GK_OUTPUT))
      continue;
    if (!copy_spot (b->device, &b->buffers.on_device[i], spot))
      return false;
    *untouched |= b->problem.setup.buffers[i].role == GK_OUTPUT
                  && guarded_all_equal (spot->bytes, spot->n, poison);
  }
  return true;
}

void
spot_check_clear (struct bench *b)
{
  memset (b->spot_check, 0, sizeof b->spot_check);
  b->strayed = false;
}
