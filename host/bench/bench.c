/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>

#include "base/clock.h"
#include "base/xalloc.h"
#include "bench/bench.h"
#include "bench/claims.h"
#include "bench/case-begin.h"
#include "bench/sample.h"
#include "bench/show.h"
#include "bench/spot-check.h"
#include "bench/held-launch.h"
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
  problem_copy_free (&b->problem);
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
  loaded_plugins_free (&b->loaded_plugins);
  free (b);
}

void
bench_open_case (struct bench *b, const struct run_request *request,
                 const struct problem_copy *handed)
{
  if (b->number != request->problem) {
    bench_release_problem (b);
    b->problem = problem_copy_make (&handed->setup);
    b->number = request->problem;
  }
  b->request = *request;
  b->views = (struct views){ 0 };
  spot_check_clear (b);
  b->variant = NULL;
  b->launcher = (struct launcher){ 0 };
  b->prepared = b->counted = false;
  b->process_state.stored = false;
}

static bool
load_inputs (struct bench *b, const struct order *order, struct claim *claim)
{
  b->buffers.loaded &= !order->repeat;
  return buffers_load (&b->buffers, order->data, order->version)
         || claim_end_device (claim, &b->launcher);
}

/* The first launch loads the kernel's code, which a capture may not do. */
static bool
run_first_launch (struct bench *b, struct claim *claim)
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
    buffers_alloc_copies (&b->buffers);
  claim->most = (uint32_t)sample_max_launches (l);
  claim->can_hold = sample_can_hold (l, 1) && b->device->graphs;
  claim->decoys = b->device->in_host || b->buffers.has_output_copies;
  b->changed |= !process_state_update (&b->process_state);
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
  b->changed |= !process_state_update (&b->process_state);
  return true;
}

/* Puts the device's limits back when a case is over, and tells what it was. */
static void
restore_limits (struct bench *b)
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
release_variant (struct bench *b)
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
    restore_limits (b);
}

/* The next case in this process is to find it as this one did. */
static void
end_case (struct bench *b, struct claim *claim)
{
  char *what;

  release_variant (b);
  what = process_state_changes (&b->process_state);
  b->changed |= what != NULL;
  if (what != NULL)
    claim_end_freeing (claim, GK_WRONG,
                       xasprintf ("left the process changed: %s; let it put "
                                  "back what it changes",
                                  what));
  free (what);
  if (b->process_state.stored && !wait_until_idle ()) {
    b->services.host.log (&b->services.host, "gkhost: its threads still "
                                             "compute after the last launch");
    b->changed = true;
  }
}

void
bench_run_order (struct bench *b, const struct order *order,
                 struct claim *claim)
{
  *claim = (struct claim){ .kind = order->kind, .status = GK_OK };
  if (order->kind != ORDER_BEGIN && order->kind != ORDER_END && !b->prepared) {
    claim_end (claim, GK_FAIL, "the host's own order came too early");
    return;
  }
  switch (order->kind) {
  case ORDER_BEGIN:
    case_begin (b, claim);
    break;
  case ORDER_LOAD:
    load_inputs (b, order, claim);
    break;
  case ORDER_FIRST:
    run_first_launch (b, claim);
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
  case ORDER_CHECK:
    show_check (b, order, claim);
    break;
  case ORDER_HELD_LAUNCH:
    held_launch_check (b, order, claim);
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
bench_close_case (struct bench *b, json_t **log)
{
  release_variant (b);
  *log = services_log (&b->services);
  workspaces_close (&b->workspaces);
  services_end_case (&b->services);
  return !b->dirty && !b->changed
         && (b->device == NULL || !b->device->needs_restart);
}
