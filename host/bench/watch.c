/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <string.h>
#include <time.h>

#include "base/unforeseen.h"
#include "bench/claims.h"
#include "bench/sample.h"
#include "bench/watch.h"

/* Looks at each output: at its ends, and at places between. */
enum { PIECE = 4096, LOOKS = 32 };

static void
nap (double seconds)
{
  struct timespec pause = { .tv_sec = (time_t)seconds };

  pause.tv_nsec = (long)(1e9 * (seconds - (double)pause.tv_sec));
  nanosleep (&pause, NULL);
}

/* Where look number i begins, of an output of so many bytes. */
static size_t
place (size_t i, size_t bytes)
{
  if (bytes <= PIECE || i == 0)
    return 0;
  if (i == 1)
    return bytes - PIECE;
  return unforeseen () % (bytes - PIECE);
}

/* Whether an output is all poison where it is looked at. */
static bool
is_poison (struct device *d, const struct guarded *g, uint8_t poison,
           bool *failed)
{
  size_t n = g->bytes < PIECE ? g->bytes : PIECE;
  unsigned char piece[PIECE];

  for (size_t i = 0; i < LOOKS; i++) {
    *failed = !d->ops->peek (d, piece,
                             (const char *)g->payload + place (i, g->bytes), n);
    if (*failed)
      return false;
    if (!guarded_all (piece, n, poison))
      return false;
  }
  return true;
}

static bool
untouched (struct bench *b, uint8_t poison, bool *failed)
{
  *failed = false;
  for (size_t i = 0; i < b->handed.setup.n_buffers; i++)
    if (b->handed.setup.buffers[i].role == GK_OUTPUT
        && !is_poison (b->device, &b->buffers.on_device[i], poison, failed))
      return false;
  return true;
}

bool
watch (struct bench *b, const struct order *order, struct claim *claim)
{
  struct launcher *l = &b->launcher;
  struct device *d = b->device;
  bool launched, still, failed = false;

  if (!sample_holds (l, 1))
    return true;
  if (!buffers_change (&b->buffers, order, false)
      || !buffers_poison (&b->buffers, order->poison, false)
      || !d->ops->sync (d) || !d->ops->hold (d))
    return claim_end_device (claim, l);
  launched = launcher_run (l);
  nap (order->seconds);
  still = untouched (b, order->poison, &failed);
  if (!d->ops->let_go (d) || failed)
    return claim_end_device (claim, l);
  if (!launched || !launcher_wait (l))
    return claim_end_launch (claim, l);
  return still
         || claim_end (claim, GK_WRONG,
                       "its output changed while the stream that it was given "
                       "was held: it works on another one");
}
