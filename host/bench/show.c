/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Shows the judge what launches left: copies outputs to memory that it reads,
 * and checks what the host can check itself: guard zones, inputs, and outputs
 * that change after the launch, or before it.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/random.h"
#include "bench/bench.h"

/* True while what was read of an output right after the sample is what is shown
 * of it. */
static bool
agrees_with_spot (const struct bench *b, const struct shown_piece *piece,
                  const char *shown)
{
  const struct spot_check *spot = &b->spot_check[piece->buffer];
  const uint64_t end = piece->offset + piece->bytes;
  const uint64_t from = spot->at > piece->offset ? spot->at : piece->offset;
  const uint64_t to = spot->at + spot->n < end ? spot->at + spot->n : end;

  return piece->again || from >= to
         || memcmp (shown + (from - piece->offset),
                    spot->bytes + (from - spot->at), to - from)
                == 0;
}

/* Shows the pieces of the walk up to the next that are shown again, or those.
 */
static bool
show_pieces (struct bench *b, bool again, bool spare)
{
  struct output_window *window = b->views.window;
  struct window_walk *walk = &b->walk;

  while (walk->more && walk->now.again == again) {
    const struct shown_piece *piece = &walk->now;
    const size_t slot = piece->slot;
    char *to = window_slot (window, slot) + piece->at;

    if (!buffers_show (&b->buffers, piece, to, spare))
      return launcher_device_failed (&b->launcher);
    b->strayed |= !agrees_with_spot (b, piece, to);
    window_walk_next (walk);
    if (walk->more && walk->now.slot != slot
        && !window->turn (window, walk->now.slot))
      return claim_end (b->launcher.claim, GK_FAIL, "the judge is gone");
  }
  return true;
}

static void
begin_showing (struct bench *b, const struct order *order)
{
  struct device *d = b->device;
  struct output_window *window = b->views.window;

  if (d->ops->pin != NULL)
    d->ops->pin (d, window->memory, window->bytes);
  window_walk_begin (&b->walk, &b->problem.setup, window->slot, order);
}

static bool
check_damage (struct bench *b, const struct order *order, struct claim *claim)
{
  bool failed;
  enum wrong_class seen;
  char *damage
      = buffers_find_damage (&b->buffers, order->thorough, &seen, &failed);

  if (damage == NULL && !failed)
    damage = workspaces_find_damage (&b->workspaces, &failed);
  if (failed)
    return launcher_device_failed (&b->launcher);
  if (damage == NULL)
    return true;
  claim_end_wrong (claim, seen, "it %s", damage);
  free (damage);
  return false;
}

/* The outputs must not change after the launch, once the device is idle: here
 * what was seen of them before is compared, and the judge compares what is
 * shown again.  Waiting for threads that spin takes long, so do it once per
 * case: not with the launches that are judged before the timed ones. */
static bool
check_stable (struct bench *b, const struct order *order, struct claim *claim)
{
  struct device *d = b->device;
  const bool waits = order->kind == ORDER_CHECK && order->thorough;
  bool same = true;

  if ((!d->in_host || waits) && !d->ops->sync_all (d))
    return launcher_device_failed (&b->launcher);
  if (b->buffers.compares && !buffers_match_snapshot (&b->buffers, &same))
    return launcher_device_failed (&b->launcher);
  if (!same || b->strayed)
    return claim_end_wrong (claim, WRONG_LATE, "%s", CHANGED_LATE);
  return show_pieces (b, true, false);
}

bool
show_whole (struct bench *b, const struct order *order)
{
  begin_showing (b, order);
  return show_pieces (b, false,
                      !b->device->in_host && b->buffers.has_output_copies);
}

bool
show_last (struct bench *b, const struct order *order, struct claim *claim)
{
  struct device *d = b->device;

  (void)claim;
  if (b->shown && !order->repeat)
    return true;
  /* Without room for a copy on the device, only the final outputs can be shown.
   */
  if (!d->in_host && !b->buffers.has_output_copies && !d->ops->sync_all (d))
    return launcher_device_failed (&b->launcher);
  return show_whole (b, order);
}

bool
show_check (struct bench *b, const struct order *order, struct claim *claim)
{
  begin_showing (b, order);
  return check_stable (b, order, claim) && check_damage (b, order, claim);
}

/* Launches on poisoned outputs. */
static bool
run_poisoned (struct bench *b, const struct order *order)
{
  struct launcher *l = &b->launcher;
  bool launched;

  if (!buffers_poison (&b->buffers, order->poison, false))
    return launcher_device_failed (l);
  bench_end_own_work (b);
  launch_growth_begin (&b->launch_growth);
  launched = launcher_run (l) && launcher_wait (l);
  launch_growth_end (&b->launch_growth);
  bench_begin_own_work (b);
  return launched;
}

static bool
show_outputs (struct bench *b, const struct order *order, struct claim *claim)
{
  struct buffers *buffers = &b->buffers;

  if (buffers->has_output_copies && !buffers_snapshot (buffers))
    return launcher_device_failed (&b->launcher);
  return show_whole (b, order) && check_stable (b, order, claim)
         && check_damage (b, order, claim);
}

bool
show_run (struct bench *b, const struct order *order, struct claim *claim)
{
  spot_check_clear (b);
  if (!buffers_change (&b->buffers, order, false))
    return launcher_device_failed (&b->launcher);
  return run_poisoned (b, order) && show_outputs (b, order, claim);
}

bool
show_repeat (struct bench *b, const struct order *order, struct claim *claim)
{
  struct launcher *l = &b->launcher;
  const double begin = clock_now ();
  bool same = true;

  spot_check_clear (b);
  if (!buffers_snapshot (&b->buffers))
    return launcher_device_failed (l);
  do {
    claim->repeats++;
    if (!run_poisoned (b, order))
      return false;
    if (!buffers_match_snapshot (&b->buffers, &same))
      return launcher_device_failed (l);
    claim->seconds = clock_now () - begin;
  } while (same && claim->repeats < order->launches
           && claim->seconds < order->seconds);
  return show_outputs (b, order, claim);
}

/* Held launches: a launch on a held stream can't run yet, so outputs that
 * change nevertheless are written elsewhere. */

/* Bytes read from an output at a time, and how many times: at both ends and at
 * random offsets between. */
enum { PIECE = 4096, PROBES = 32 };

/* Returns the offset of piece i in an output of so many bytes. */
static size_t
choose_offset (size_t i, size_t bytes)
{
  if (bytes <= PIECE || i == 0)
    return 0;
  if (i == 1)
    return bytes - PIECE;
  return entropy_draw () % (bytes - PIECE);
}

/* True if all pieces that are read of an output are as before the launch:
 * poison, or what it is restored to. */
static bool
is_as_before (struct device *d, const struct guarded *g, uint8_t poison,
              const char *restored, bool *failed)
{
  size_t n = g->bytes < PIECE ? g->bytes : PIECE;
  unsigned char piece[PIECE];

  for (size_t i = 0; i < PROBES; i++) {
    const size_t at = choose_offset (i, g->bytes);

    *failed = !d->ops->peek (d, piece, (const char *)g->payload + at, n);
    if (*failed)
      return false;
    if (restored != NULL ? memcmp (piece, restored + at, n) != 0
                         : !guarded_all_equal (piece, n, poison))
      return false;
  }
  return true;
}

static bool
outputs_are_as_before (struct bench *b, uint8_t poison, bool *failed)
{
  const gk_setup *setup = &b->problem.setup;

  *failed = false;
  for (size_t i = 0; i < setup->n_buffers; i++)
    if (serves_as (&setup->buffers[i], GK_OUTPUT)
        && !is_as_before (b->device, &b->buffers.on_device[i], poison,
                          b->views.input[i], failed))
      return false;
  return true;
}

bool
show_held (struct bench *b, const struct order *order, struct claim *claim)
{
  struct launcher *l = &b->launcher;
  struct device *d = b->device;
  bool launched, still, failed = false;

  if (!launcher_can_hold (l, 1))
    return true;
  if (!buffers_change (&b->buffers, order, false)
      || !buffers_poison (&b->buffers, order->poison, false)
      || !d->ops->sync (d) || !d->ops->hold (d))
    return launcher_device_failed (l);
  launched = launcher_run (l);
  clock_sleep (order->seconds);
  still = outputs_are_as_before (b, order->poison, &failed);
  if (!d->ops->let_go (d) || failed)
    return launcher_device_failed (l);
  if (!launched || !launcher_wait (l))
    return false;
  return still
         || claim_end_wrong (
             claim, WRONG_LATE,
             "its output changed while the stream that it was given "
             "was held: it works on another one");
}
