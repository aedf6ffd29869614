/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How a sample is timed.  In stream order: none to three empty launches, the
 * changes of the inputs, the poison, the eviction (cold) or one untimed launch
 * (hot), an event, the launches, an event, and a copy of the outputs.
 *
 * - The stream is held until all of that is enqueued, so that the events
 *   enclose no wait for the host.  Nothing is held with transfers or outside of
 *   device memory, where a copy may block in the call, nor under a profiler,
 *   where each launch may.
 * - Cold: one launch follows an eviction.  A launch that is enqueued in less
 *   than QUICK_SECONDS needs no hold, since the eviction takes longer.
 * - Hot: one launch, where outputs have to be restored, and the untimed one
 *   before the changes; else a batch of launches, at most QUEUE_ROOM graph
 *   nodes, since a driver blocks when its queue is full.  A launch of more than
 *   HOLD_ROOM nodes is not held.  On the CPU a few bytes of the output are
 *   poisoned before each: what a launch does that follows another at once is
 *   seen, too.
 * - On an H200 every fourth launch of a stream takes 0.9 us longer, if its
 *   parameters have more than 256 bytes (results/h200-short.txt).  A cold
 *   sample often is four launches: the poison, the eviction, the timed one and
 *   the copy.  Without the empty ones the timed launches of a case, and of the
 *   cases behind it, would all be such a fourth, or none of them.
 * - timer = kernel: the time comes from CUPTI's records of what ran
 *   (device/cuda/activity.c), not from the events.  A worker times by one or
 *   the other, since CUPTI makes each call longer.
 * - With --profile, the last launch of the first sample is between
 *   cuProfilerStart and cuProfilerStop.
 */
#include <config.h>

#include "base/clock.h"
#include "base/random.h"
#include "bench/bench.h"
#include "bench/launcher.h"

/* Summed over the launches of a sample. */
struct sample_times {
  double seconds, busy_s;
};

/* An eviction takes longer than this (some 30 us to read twice the 60 MB of a
 * large L2), and hides as much. */
#define QUICK_SECONDS 10e-6

/* Of so many launches in a row one takes longer. */
enum { SLOW_PERIOD = 4 };

/* Enqueues fewer empty launches than that, a random number of them. */
static bool
launch_empties (struct launcher *l)
{
  for (uint64_t n = entropy_draw () % SLOW_PERIOD; n > 0; n--)
    if (!l->device->ops->launch_empty (l->device, 0))
      return launcher_device_failed (l);
  return true;
}

/* Evicts the buffers and workspaces from the caches. */
static bool
evict_caches (struct launcher *l)
{
  struct range ranges[GK_MAX_BUFFERS + GK_MAX_WORKSPACES];
  const size_t n_buffers = l->buffers->problem->setup.n_buffers;
  const size_t n = n_buffers + l->workspaces->n;

  for (size_t i = 0; i < n; i++) {
    const struct guarded *g = i < n_buffers
                                  ? &l->buffers->on_device[i]
                                  : &l->workspaces->workspace[i - n_buffers];

    ranges[i] = (struct range){ .address = g->payload, .bytes = g->bytes };
  }
  return l->device->ops->evict (l->device, ranges, n)
         || launcher_device_failed (l);
}

/* An empty launch without a length is the floor of the variant: then the part
 * of a bridge belongs to it. */
static bool
launch_once (struct launcher *l, const struct order *order)
{
  if (!order->empty)
    return launcher_run (l);
  if (!l->device->ops->launch_empty (l->device, order->seconds))
    return launcher_device_failed (l);
  return order->seconds > 0 || l->variant == NULL
         || l->variant->launch_nothing == NULL
         || l->variant->launch_nothing (&l->services->host, l->problem,
                                        l->state, l->device->stream)
                == GK_OK
         || claim_end (l->claim, GK_FAIL, "launch_nothing failed");
}

/* True where the untimed launch comes before the changes.  What it has changed
 * has to be restored anyway, and a single launch that finds the same inputs
 * again could return what the untimed one computed. */
static bool
launches_before_changes (const struct bench *b, const struct order *order)
{
  return order->before == BEFORE_NOTHING
         && has_role (&b->problem.setup, GK_INOUT);
}

/* An untimed launch, so that the first timed one finds hot caches, too. */
static bool
launch_untimed (struct bench *b, const struct order *order)
{
  bool ok;

  bench_end_own_work (b);
  ok = launch_once (&b->launcher, order);
  bench_begin_own_work (b);
  return ok;
}

/* Enqueues what precedes the launches and is not timed. */
static bool
run_before_launches (struct bench *b, const struct order *order)
{
  struct launcher *l = &b->launcher;
  bool decoys = order->before == BEFORE_DECOYS;

  if (!b->device->in_host && !launch_empties (l))
    return false;
  if (launches_before_changes (b, order)
      && (!bench_restore_outputs (b) || !launch_untimed (b, order)))
    return false;
  if (!buffers_change (&b->buffers, order, decoys)
      || !buffers_poison (&b->buffers, order->poison, decoys))
    return launcher_device_failed (l);
  return order->before != BEFORE_EVICTED || evict_caches (l);
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

/* The profiler counts only the last launch of a variant's first sample, since
 * all around it is work of the host. */
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

/* Shows outputs on the CPU that are copied in next to no time. */
static bool
show_small (struct bench *b, const struct order *order)
{
  b->shown = b->device->in_host
             && views_bytes (&b->problem.setup, GK_OUTPUT) <= SMALL_OUTPUTS;
  return !b->shown || show_whole (b, order);
}

/* For a judge that watches. */
static void
add_to_mark (const struct bench *b, uint32_t n)
{
  if (b->views.mark != NULL)
    __atomic_fetch_add (b->views.mark, n, __ATOMIC_RELEASE);
}

/* From here on the plugin's code may run.  A signal that waited for that is
 * handled within the time.  No system call stands between a mark and the clock:
 * on a busy machine others get the core at its end. */
static bool
begin_timed_span (struct bench *b, const struct order *order)
{
  struct launcher *l = &b->launcher;
  struct device *d = l->device;
  const bool untimed
      = order->before == BEFORE_NOTHING && !launches_before_changes (b, order);
  const bool late = !untimed && signal_mask_has_pending ();

  if (untimed && !launch_untimed (b, order))
    return false;
  if (order->pause_s > 0 && !d->ops->launch_empty (d, order->pause_s))
    return launcher_device_failed (l);
  /* Where the plugin handles faults of the mark's page, this ends the process,
   * in place of running the plugin's code between the mark and the clock. */
  add_to_mark (b, 0);
  if (!late)
    bench_end_own_work (b);
  add_to_mark (b, 1);
  if (!d->ops->record (d, 0))
    return launcher_device_failed (l);
  if (late)
    bench_end_own_work (b);
  return true;
}

static bool
end_timed_span (struct bench *b)
{
  struct device *d = b->device;
  const bool ok = d->ops->record (d, 1);

  add_to_mark (b, 1);
  bench_begin_own_work (b);
  return ok;
}

/* Whether a piece of the output is poisoned before each launch of a batch, or
 * of a control, which a launch could else tell from those of a batch; not by an
 * empty one before it, whose piece nothing would write. */
static bool
poisons_each (const struct bench *b, const struct order *order)
{
  return b->device->in_host
         && (order->before == BEFORE_NOTHING
             || (order->before == BEFORE_DECOYS && !order->empty));
}

static bool
launch_all (struct bench *b, const struct order *order,
            const struct pieces *pieces)
{
  const bool each = poisons_each (b, order);

  for (uint64_t i = 1; i <= order->launches; i++) {
    const bool last = i == order->launches;

    if ((each || last)
        && !buffers_poison_pieces (&b->buffers, pieces, order->poison))
      return launcher_device_failed (&b->launcher);
    if (!(last ? launch_last (b, order) : launch_timed (&b->launcher, order)))
      return false;
  }
  return true;
}

static bool
enqueue_launches (struct bench *b, const struct order *order)
{
  struct launcher *l = &b->launcher;
  struct pieces pieces = { 0 };
  double begin;

  if (order->poison_pieces || poisons_each (b, order))
    buffers_draw_pieces (&b->buffers, &pieces);
  if (!begin_timed_span (b, order))
    return false;
  begin = clock_now ();
  if (!launch_all (b, order, &pieces))
    return false;
  l->enqueue_s = clock_now () - begin;
  /* In stream order, so that later work can't change the copy. */
  return (end_timed_span (b)
          && (b->device->in_host || buffers_snapshot (&b->buffers)))
         || launcher_device_failed (l);
}

/* True if the stream may become idle before all is enqueued.  If not, a hold
 * would only cost time: tens of microseconds a sample. */
static bool
may_end_early (const struct launcher *l, const struct order *order)
{
  return order->before != BEFORE_EVICTED || l->enqueue_s == 0
         || l->enqueue_s > QUICK_SECONDS;
}

/* Reads the time of the launches, and of their kernels alone. */
static bool
read_times (struct launcher *l, struct sample_times *times)
{
  struct device *d = l->device;

  if (!d->ops->elapsed (d, &times->seconds) || !d->ops->sync (d))
    return false;
  return !l->traced || d->ops->traced (d, &times->seconds, &times->busy_s);
}

/* Times one sample; the stream is held until all launches are enqueued. */
static bool
time_launches (struct bench *b, const struct order *order,
               struct sample_times *times)
{
  struct launcher *l = &b->launcher;
  struct device *d = l->device;
  size_t runs = order->launches + (order->before == BEFORE_NOTHING);
  bool hold, launched;

  if (!run_before_launches (b, order))
    return false;
  hold = launcher_can_hold (l, runs) && may_end_early (l, order);
  if (hold && !d->ops->hold (d))
    return launcher_device_failed (l);
  launched = enqueue_launches (b, order);
  /* Release the stream in any case, or it would wait forever.  The copies after
   * the launches belong to this order, too, but not to its time. */
  if ((hold && !d->ops->let_go (d)) || (launched && !read_times (l, times)))
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
    struct sample_times times = { 0 };

    if (!time_launches (b, order, &times))
      return false;
    /* After each sample, also within a run of several: deferred work then falls
     * into the time that the judge measures. */
    if (!spot_check_read (b, order->poison, &claim->untouched))
      return launcher_device_failed (l);
    if (!show_small (b, order))
      return false;
    sum.seconds += times.seconds;
    sum.busy_s += times.busy_s;
    enqueue_s += l->enqueue_s;
  }
  claim->seconds = sum.seconds / launches;
  claim->busy_s = sum.busy_s / launches;
  if (b->device->graphs)
    claim->enqueue_s = enqueue_s / (double)samples;
  return true;
}
