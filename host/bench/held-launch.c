/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <string.h>
#include <time.h>

#include "base/entropy.h"
#include "bench/claims.h"
#include "bench/sample.h"
#include "bench/held-launch.h"

/* Looks at each output: at its ends, and at places between. */
enum { PIECE = 4096, PROBES = 32 };

static void
sleep_seconds (double seconds)
{
  struct timespec pause = { .tv_sec = (time_t)seconds };

  pause.tv_nsec = (long)(1e9 * (seconds - (double)pause.tv_sec));
  nanosleep (&pause, NULL);
}

/* Where look number i begins, of an output of so many bytes. */
static size_t
choose_offset (size_t i, size_t bytes)
{
  if (bytes <= PIECE || i == 0)
    return 0;
  if (i == 1)
    return bytes - PIECE;
  return entropy_draw () % (bytes - PIECE);
}

/* Whether an output is all poison where it is looked at. */
static bool
is_poison (struct device *d, const struct guarded *g, uint8_t poison,
           bool *failed)
{
  size_t n = g->bytes < PIECE ? g->bytes : PIECE;
  unsigned char piece[PIECE];

  for (size_t i = 0; i < PROBES; i++) {
    *failed = !d->ops->peek (
        d, piece, (const char *)g->payload + choose_offset (i, g->bytes), n);
    if (*failed)
      return false;
    if (!guarded_all_equal (piece, n, poison))
      return false;
  }
  return true;
}

static bool
outputs_are_poison (struct bench *b, uint8_t poison, bool *failed)
{
  *failed = false;
  for (size_t i = 0; i < b->problem.setup.n_buffers; i++)
    if (b->problem.setup.buffers[i].role == GK_OUTPUT
        && !is_poison (b->device, &b->buffers.on_device[i], poison, failed))
      return false;
  return true;
}

bool
held_launch_check (struct bench *b, const struct order *order,
                   struct claim *claim)
{
  struct launcher *l = &b->launcher;
  struct device *d = b->device;
  bool launched, still, failed = false;

  if (!sample_can_hold (l, 1))
    return true;
  if (!buffers_change (&b->buffers, order, false)
      || !buffers_poison (&b->buffers, order->poison, false)
      || !d->ops->sync (d) || !d->ops->hold (d))
    return claim_end_device (claim, l);
  launched = launcher_run (l);
  sleep_seconds (order->seconds);
  still = outputs_are_poison (b, order->poison, &failed);
  if (!d->ops->let_go (d) || failed)
    return claim_end_device (claim, l);
  if (!launched || !launcher_wait (l))
    return claim_end_launch (claim, l);
  return still
         || claim_end (claim, GK_WRONG,
                       "its output changed while the stream that it was given "
                       "was held: it works on another one");
}
