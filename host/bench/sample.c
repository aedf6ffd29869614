/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "base/clock.h"
#include "bench/claims.h"
#include "bench/sample.h"
#include "bench/spot-check.h"

/* What a driver takes before enqueueing blocks; a held stream must not reach
 * it, or nobody would be left to let it go. */
enum { QUEUE_ROOM = 256, HOLD_ROOM = 2 * QUEUE_ROOM };

/* By all launches of a sample. */
struct sample_times {
  double seconds, busy_s;
};

/* An eviction takes longer than this, by reads as well (some 30 us for the 2 x
 * 60 MB of a large GPU), and hides as much. */
#define QUICK_SECONDS 10e-6

/* Outputs of so many bytes are copied behind each sample; larger ones when they
 * are asked for, which is soon as measured by what they take to write. */
enum { SMALL_BYTES = 1 << 20 };

size_t
sample_max_launches (const struct launcher *l)
{
  size_t nodes = l->graph != NULL || l->nodes == 0 ? 1 : l->nodes;

  /* Plain function calls queue nothing. */
  if (!l->device->graphs)
    return 1u << 20;
  return nodes > QUEUE_ROOM ? 1 : QUEUE_ROOM / nodes;
}

/* A copy from host memory may wait for its stream where it is enqueued, and
 * would wait forever on one that is held.  Such modes are slow enough to be
 * timed without. */
bool
sample_can_hold (const struct launcher *l, size_t launches)
{
  return !l->profiled && l->mode.scope == SCOPE_KERNEL
         && l->mode.memory == MEMORY_DEVICE
         && (l->graph != NULL || l->nodes <= HOLD_ROOM / launches);
}

/* Throws out of the caches what the launches use. */
static bool
evict_caches (struct launcher *l)
{
  struct range ranges[GK_MAX_BUFFERS + GK_MAX_WORKSPACES];
  size_t n = buffers_get_ranges (l->buffers, ranges);

  n += workspaces_get_ranges (l->workspaces, ranges + n);
  return l->device->ops->evict (l->device, ranges, n)
         || launcher_device_failed (l);
}

/* What comes before the launches, outside of the time. */
static bool
run_before_launches (struct bench *b, const struct order *order)
{
  struct launcher *l = &b->launcher;
  bool decoys = order->before == BEFORE_DECOYS;

  if (!buffers_change (&b->buffers, order, decoys)
      || !buffers_poison (&b->buffers, order->poison, decoys))
    return launcher_device_failed (l);
  return order->before != BEFORE_EVICTED || evict_caches (l);
}

static bool
launch_once (struct launcher *l, const struct order *order)
{
  if (order->empty)
    return l->device->ops->launch_empty (l->device, order->seconds)
           || launcher_device_failed (l);
  return launcher_run (l);
}

static bool
launch_timed (struct launcher *l, const struct order *order)
{
  struct device *d = l->device;
  bool launched;

  if (!l->traced)
    return launch_once (l, order);
  d->ops->mark (d, true);
  launched = launch_once (l, order);
  d->ops->mark (d, false);
  return launched;
}

/* The first time that a variant is timed, a profiler counts what the last
 * launch of the sample does: all that is around it is the host's own. */
static bool
launch_last (struct bench *b, const struct order *order)
{
  struct launcher *l = &b->launcher;
  struct device *d = l->device;

  if (!b->counts || b->counted || order->empty)
    return launch_timed (l, order);
  b->counted = true;
  if (!d->ops->count (d, true))
    return launcher_device_failed (l);
  return launch_once (l, order)
         && (d->ops->count (d, false) || launcher_device_failed (l));
}

/* Behind the last launch, in the stream: nothing that comes later is in it. */
static bool
snapshot_outputs (struct bench *b)
{
  b->shown = false;
  if (!b->device->in_host)
    return buffers_snapshot (&b->buffers);
  if (views_bytes (&b->problem.setup, GK_OUTPUT) > SMALL_BYTES)
    return true;
  b->shown = true;
  return buffers_copy_to_views (&b->buffers, false);
}

static bool
enqueue_launches (struct bench *b, const struct order *order)
{
  struct launcher *l = &b->launcher;
  struct device *d = l->device;
  struct range pieces[GK_MAX_BUFFERS];
  size_t n
      = order->poison_pieces ? buffers_draw_pieces (&b->buffers, pieces) : 0;
  double begin;

  /* One untimed launch, so that the first timed one finds hot caches too. */
  if (order->before == BEFORE_NOTHING && !launch_once (l, order))
    return false;
  if (!d->ops->record (d, 0))
    return launcher_device_failed (l);
  begin = clock_now ();
  for (uint64_t i = 1; i < order->launches; i++)
    if (!launch_timed (l, order))
      return false;
  if (!buffers_poison_pieces (&b->buffers, pieces, n, order->poison))
    return launcher_device_failed (l);
  if (!launch_last (b, order))
    return false;
  l->enqueue_s = clock_now () - begin;
  return (d->ops->record (d, 1) && snapshot_outputs (b))
         || launcher_device_failed (l);
}

/* Whether what comes before the launches may end before all is enqueued.  Where
 * it does not, a hold would only cost time: tens of microseconds a sample. */
static bool
may_end_early (const struct launcher *l, const struct order *order)
{
  return order->before != BEFORE_EVICTED || l->enqueue_s == 0
         || l->enqueue_s > QUICK_SECONDS;
}

/* What the launches took, and their kernels alone. */
static bool
read_times (struct launcher *l, struct sample_times *taken)
{
  struct device *d = l->device;

  if (!d->ops->elapsed (d, &taken->seconds) || !d->ops->sync (d))
    return false;
  return !l->traced || d->ops->traced (d, &taken->seconds, &taken->busy_s);
}

/* The stream is held until all launches are enqueued, so that the events
 * enclose no wait for this program. */
static bool
time_launches (struct bench *b, const struct order *order,
               struct sample_times *taken)
{
  struct launcher *l = &b->launcher;
  struct device *d = l->device;
  size_t runs = order->launches + (order->before == BEFORE_NOTHING);
  bool hold, launched;

  if (!run_before_launches (b, order))
    return false;
  hold = sample_can_hold (l, runs) && may_end_early (l, order);
  if (hold && !d->ops->hold (d))
    return launcher_device_failed (l);
  launched = enqueue_launches (b, order);
  /* Let go whatever happened: nothing may be left waiting.  What is behind the
   * launches belongs to this order, too: its time is taken outside. */
  if ((hold && !d->ops->let_go (d)) || (launched && !read_times (l, taken)))
    return launcher_device_failed (l);
  return launched;
}

bool
sample_take (struct bench *b, const struct order *order, struct claim *claim)
{
  struct launcher *l = &b->launcher;
  uint64_t samples = order->samples > 0 ? order->samples : 1;
  const double launches = (double)(order->launches * samples);
  struct sample_times sum = { 0 };
  double enqueue_s = 0;

  for (uint64_t i = 0; i < samples; i++) {
    struct sample_times taken = { 0 };

    if (!time_launches (b, order, &taken))
      return claim_end_launch (claim, l);
    /* After each, in runs, too: work that is put off till somebody looks is in
     * the time that the judge takes. */
    if (!spot_check_read (b, order->poison, &claim->untouched))
      return claim_end_device (claim, l);
    sum.seconds += taken.seconds;
    sum.busy_s += taken.busy_s;
    enqueue_s += l->enqueue_s;
  }
  claim->seconds = sum.seconds / launches;
  claim->busy_s = sum.busy_s / launches;
  if (b->device->graphs)
    claim->enqueue_s = enqueue_s / (double)samples;
  return true;
}
