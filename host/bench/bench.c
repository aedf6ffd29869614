/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>

#include "base/clock.h"
#include "base/xalloc.h"
#include "bench/bench.h"
#include "bench/claims.h"
#include "bench/opening.h"
#include "bench/sample.h"
#include "bench/show.h"
#include "bench/untouched.h"
#include "bench/watch.h"
#include "device/cpu/idle.h"
#include "plugin/callback.h"

struct bench *
bench_new (bool profiled)
{
  struct bench *b = xcalloc (1, sizeof *b);

  services_init (&b->services);
  b->number = -1;
  b->profiled = profiled;
  return b;
}

void
bench_release_problem (struct bench *b)
{
  if (b->buffers_open)
    buffers_close (&b->buffers);
  b->buffers_open = b->dirty = false;
  handed_free (&b->handed);
  b->number = -1;
}

void
bench_free (struct bench *b)
{
  bench_release_problem (b);
  services_free (&b->services);
  for (size_t i = 0; i < b->n_opened; i++)
    device_close (b->opened[i]);
  free (b->opened);
  loaded_free (&b->loaded);
  free (b);
}

void
bench_take (struct bench *b, const struct run_request *request,
            const struct handed *handed)
{
  if (b->number != request->problem) {
    bench_release_problem (b);
    b->handed = handed_copy (&handed->setup);
    b->number = request->problem;
  }
  b->request = *request;
  b->views = (struct views){ 0 };
  untouched_forget (b);
  b->variant = NULL;
  b->launcher = (struct launcher){ 0 };
  b->prepared = b->counted = false;
  b->surroundings.noted = false;
}

static bool
load (struct bench *b, const struct order *order, struct claim *claim)
{
  b->buffers.loaded &= !order->again;
  return buffers_load (&b->buffers, order->data, order->version)
         || claim_end_device (claim, &b->launcher);
}

/* The first launch loads the kernel's code, which a capture may not do. */
static bool
first (struct bench *b, struct claim *claim)
{
  struct launcher *l = &b->launcher;

  if (!launcher_kernel (l) || !launcher_wait (l)
      || (l->device->graphs && !launcher_capture (l)))
    return claim_end_launch (claim, l);
  /* Nor may a stream that is held: both kernels of the host's own, too. */
  if (!l->device->ops->launch_empty (l->device, 0)
      || !l->device->ops->launch_empty (l->device, 1e-8) || !launcher_wait (l))
    return claim_end_device (claim, l);
  if (!b->profiled && !b->device->in_host)
    buffers_make_spare (&b->buffers);
  claim->most = (uint32_t)sample_most (l);
  claim->watchable = sample_holds (l, 1) && b->device->graphs;
  claim->decoys = b->device->in_host || b->buffers.has_spare;
  b->changed |= !surroundings_settle (&b->surroundings);
  return true;
}

/* seconds: how long one launch took at the most. */
static bool
warm_up (struct bench *b, const struct order *order, struct claim *claim)
{
  struct launcher *l = &b->launcher;
  double begin = clock_now ();

  for (uint64_t i = 0; i < order->launches; i++) {
    double start = clock_now ();

    if (!launcher_run (l) || !launcher_wait (l))
      return claim_end_launch (claim, l);
    /* The first launch loads code; a later one tells more. */
    claim->seconds = clock_now () - start;
    if (clock_now () - begin > order->seconds)
      break;
  }
  b->changed |= !surroundings_settle (&b->surroundings);
  return true;
}

/* Puts the device's limits back when a case is over, and tells what it was. */
static void
put_back (struct bench *b)
{
  struct device *d = b->device;
  char *what = d->ops->altered (d);

  if (what == NULL)
    return;
  b->services.host.log (&b->services.host, "gkhost: at the end, %s", what);
  free (what);
  if (!d->ops->restore (d))
    d->needs_restart = true;
}

static void
release (struct bench *b)
{
  struct device *d = b->device;

  if (d == NULL || b->variant == NULL)
    return;
  /* Launches before one that failed may still run: nothing that they use may be
   * freed, and what they end with tells whether the device needs a restart. */
  if (b->dirty && !d->needs_restart)
    d->ops->sync (d);
  if (b->prepared) {
    launcher_close (&b->launcher);
    if (b->variant->release != NULL) {
      callback_begin (CALLBACK_RELEASE);
      b->variant->release (&b->services.host, b->launcher.state);
      callback_end ();
    }
  }
  b->prepared = false;
  b->variant = NULL;
  if (!d->needs_restart)
    put_back (b);
}

/* The next case in this process is to find it as this one did. */
static void
end_case (struct bench *b, struct claim *claim)
{
  char *what;

  release (b);
  what = surroundings_changed (&b->surroundings);
  b->changed |= what != NULL;
  if (what != NULL)
    claim_end_freeing (claim, GK_WRONG,
                       xasprintf ("left the process changed: %s; let it put "
                                  "back what it changes",
                                  what));
  free (what);
  if (b->surroundings.noted && !wait_until_idle ()) {
    b->services.host.log (&b->services.host, "gkhost: its threads still "
                                             "compute after the last launch");
    b->changed = true;
  }
}

void
bench_obey (struct bench *b, const struct order *order, struct claim *claim)
{
  *claim = (struct claim){ .kind = order->kind, .status = GK_OK };
  if (order->kind != ORDER_BEGIN && order->kind != ORDER_END && !b->prepared) {
    claim_end (claim, GK_FAIL, "the host's own order came too early");
    return;
  }
  switch (order->kind) {
  case ORDER_BEGIN:
    opening (b, claim);
    break;
  case ORDER_LOAD:
    load (b, order, claim);
    break;
  case ORDER_FIRST:
    first (b, claim);
    break;
  case ORDER_WARM_UP:
    warm_up (b, order, claim);
    break;
  case ORDER_RUN:
    show_run (b, order, claim);
    break;
  case ORDER_SAMPLE:
    sample_take (b, order, claim);
    break;
  case ORDER_SHOW:
    show_last (b, order, claim);
    break;
  case ORDER_LOOK:
    show_look (b, order, claim);
    break;
  case ORDER_WATCH:
    watch (b, order, claim);
    break;
  case ORDER_END:
    end_case (b, claim);
    break;
  default:
    claim_end (claim, GK_FAIL, "the host's own order is unknown");
  }
  /* What it wrote to inputs or guard zones must not be laid to the next. */
  b->dirty |= claim->status == GK_FAIL || claim->status == GK_WRONG;
}

bool
bench_leave (struct bench *b, json_t **log)
{
  release (b);
  *log = services_log (&b->services);
  workspaces_close (&b->workspaces);
  services_end_case (&b->services);
  return !b->dirty && !b->changed
         && (b->device == NULL || !b->device->needs_restart);
}
