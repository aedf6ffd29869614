/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/xalloc.h"
#include "bench/measure.h"

/* What a driver takes before enqueueing blocks; a held stream must not reach
 * it, or nobody would be left to let it go. */
enum { QUEUE_ROOM = 256, HOLD_ROOM = 2 * QUEUE_ROOM };

/* An eviction takes longer than this, and hides as much. */
#define QUICK_SECONDS 10e-6

/* A hot batch lasts at least this long, so that the clock's grain and the
 * events' own cost do not show. */
#define BATCH_SECONDS 100e-6

bool
measure_warm_up (struct launcher *l, const struct sampling *sampling,
                 double *seconds)
{
  double begin = clock_now ();

  *seconds = 0;
  for (int64_t i = 0; i < sampling->warmup; i++) {
    double start = clock_now ();

    if (!launcher_run (l) || !launcher_wait (l))
      return false;
    /* The first launch loads code; a later one tells more. */
    *seconds = clock_now () - start;
    if (clock_now () - begin > sampling->max_time)
      break;
  }
  return true;
}

/* Throws out of the caches what the launches use. */
static bool
evict (struct launcher *l)
{
  struct range ranges[GK_MAX_BUFFERS + GK_MAX_WORKSPACES];
  size_t n = buffers_ranges (l->buffers, ranges);

  n += workspaces_ranges (l->workspaces, ranges + n);
  return l->device->ops->evict (l->device, ranges, n)
         || launcher_device_failed (l);
}

static bool
enqueue (struct launcher *l, size_t batch)
{
  struct device *d = l->device;
  double begin;

  /* One untimed launch, so that the first timed one finds hot caches too. */
  if (l->mode.cache == CACHE_HOT && !launcher_run (l))
    return false;
  if (!d->ops->record (d, 0))
    return launcher_device_failed (l);
  begin = clock_now ();
  for (size_t i = 0; i < batch; i++)
    if (!launcher_run (l))
      return false;
  l->enqueue_s = clock_now () - begin;
  return d->ops->record (d, 1) || launcher_device_failed (l);
}

/* Whether the stream may wait while so many launches are enqueued.  A copy from
 * host memory may wait for its stream where it is enqueued, and would wait
 * forever on one that is held.  Such modes are slow enough to be timed
 * without. */
static bool
can_hold (const struct launcher *l, size_t batch)
{
  size_t runs = batch + (l->mode.cache == CACHE_HOT);

  return !l->profiled && l->mode.scope == SCOPE_KERNEL
         && l->mode.memory == MEMORY_DEVICE
         && (l->graph != NULL || l->nodes <= HOLD_ROOM / runs);
}

/* Whether the eviction may end before all is enqueued.  Where it does not, a
 * hold would only cost time: tens of microseconds a sample. */
static bool
is_late (const struct launcher *l)
{
  return l->enqueue_s == 0 || l->enqueue_s > QUICK_SECONDS;
}

/* Seconds of a launch, of so many back to back.  The stream is held until all
 * are enqueued, so that the events enclose no wait for this program. */
static bool
take_sample (struct launcher *l, size_t batch, double *seconds)
{
  struct device *d = l->device;
  bool cold = l->mode.cache == CACHE_COLD;
  bool hold = can_hold (l, batch) && (!cold || is_late (l)), launched;

  if (cold && !evict (l))
    return false;
  if (hold && !d->ops->hold (d))
    return launcher_device_failed (l);
  launched = enqueue (l, batch);
  /* Let go whatever happened: nothing may be left waiting. */
  if ((hold && !d->ops->let_go (d))
      || (launched && !d->ops->elapsed (d, seconds)))
    return launcher_device_failed (l);
  if (launched)
    *seconds /= (double)batch;
  return launched;
}

static size_t
batch_size (const struct launcher *l, double estimate)
{
  size_t nodes = l->graph != NULL || l->nodes == 0 ? 1 : l->nodes;
  size_t most = QUEUE_ROOM / nodes;
  double wanted = estimate > 0 ? BATCH_SECONDS / estimate : QUEUE_ROOM;

  if (l->mode.cache == CACHE_COLD)
    return 1;
  /* Plain function calls queue nothing. */
  if (!l->device->graphs)
    most = 1u << 20;
  if (most < 1)
    most = 1;
  return wanted < 1 ? 1 : wanted > (double)most ? most : (size_t)wanted;
}

/* Whether enough is known after n samples. */
static bool
enough (struct measurement *m, const double *sample, size_t n, double spent,
        const struct sampling *sampling)
{
  bool over = n >= (size_t)sampling->max_samples || spent >= sampling->max_time;
  bool begun
      = n >= (size_t)sampling->min_samples && spent >= sampling->min_time;
  double *copy;

  if (!over && !begun)
    return false;
  copy = xmalloc (n * sizeof *copy);
  memcpy (copy, sample, n * sizeof *copy);
  stats_of (&m->stats, copy, n);
  free (copy);
  m->settled
      = n >= (size_t)sampling->min_samples && m->stats.error <= sampling->noise;
  return m->settled || over;
}

bool
measure (struct measurement *m, struct launcher *l,
         const struct sampling *sampling, double estimate)
{
  double begin = clock_now ();
  double *sample = NULL;
  size_t n = 0, look = 0;
  bool ok = true;

  *m = (struct measurement){ .batch = batch_size (l, estimate) };
  if (l->mode.cache == CACHE_HOT) {
    /* The estimate is of one launch by itself; back to back they are faster. */
    if (!take_sample (l, m->batch, &estimate))
      return false;
    m->batch = batch_size (l, estimate);
  }
  for (;;) {
    double spent;

    sample = xgrow (sample, n, sizeof *sample);
    ok = take_sample (l, m->batch, &sample[n]);
    if (!ok)
      break;
    m->kernel_s
        += sample[n] * (double)(m->batch + (l->mode.cache == CACHE_HOT));
    n++;
    spent = clock_now () - begin;
    /* Looking costs a sort; a tenth more samples is worth a look. */
    if (n < look && spent < sampling->max_time
        && n < (size_t)sampling->max_samples)
      continue;
    look = n + n / 10 + 1;
    if (enough (m, sample, n, spent, sampling))
      break;
  }
  m->sampling_s = clock_now () - begin;
  free (sample);
  return ok;
}
