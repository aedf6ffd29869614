/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Executes the orders of a case.  The usual sequence is ORDER_BEGIN and
 * ORDER_PREPARE (case-begin.c opens plugin, device and buffers, and prepares
 * the variant), ORDER_LOAD, ORDER_FIRST, ORDER_WARM_UP, then samples
 * (sample.c), each possibly shown to the judge, the orders of the audit, and
 * ORDER_END.  Where a problem has constants, an ORDER_LOAD of these comes
 * before ORDER_PREPARE, and again with other data.
 *
 * Before the next case the bench compares the process and the limits of the
 * device with what they were.  A worker whose process was changed runs no
 * further case; buffers that a case may have damaged are allocated anew.
 */
#include <config.h>

#include <inttypes.h>
#include <stdlib.h>

#include "base/clock.h"
#include "bench/bench.h"
#include "bench/settings.h"

/* Not where a judge allocates memory in the same process. */
static void
check_growth (struct bench *b, struct memory_growth *growth, const char *what)
{
  if (!b->profiled && memory_growth_check (growth))
    b->services.host.log (&b->services.host,
                          "gkhost: the process has grown after each of the "
                          "last %d %s, by %" PRIu64 " MiB in all: release what "
                          "prepare and launch allocate",
                          growth->times, what, growth->grown >> 10);
}

static void
check_launch_growth (struct bench *b)
{
  const size_t bytes = launch_growth_bytes (&b->launch_growth);

  if (!b->profiled && bytes > 0)
    b->services.host.log (&b->services.host,
                          LAUNCH_GROWS "%zu KiB: free what launch allocates, "
                                       "or allocate it in prepare",
                          bytes >> 10);
  b->launch_growth = (struct launch_growth){ 0 };
}

void
bench_open_case (struct bench *b, const struct run_request *request,
                 const struct problem_copy *problem)
{
  if (b->number != request->problem) {
    bench_release_problem (b);
    /* Its memory may have been released between its cases. */
    if (b->growing != request->problem) {
      check_growth (b, &b->problem_growth, "problems");
      b->case_growth = (struct memory_growth){ 0 };
    }
    b->problem = problem_copy_make (&problem->setup);
    b->number = b->growing = request->problem;
  }
  b->request = *request;
  b->views = (struct views){ 0 };
  spot_check_clear (b);
  b->variant = NULL;
  b->launcher = (struct launcher){ 0 };
  b->prepared = b->counted = false;
  b->paths = (struct path_counts){ 0 };
  b->process_state.stored = false;
}

static bool
load_inputs (struct bench *b, const struct order *order, struct claim *claim)
{
  (void)claim;
  b->buffers.loaded &= !order->repeat;
  return (order->constants
              ? buffers_load_constants (&b->buffers)
              : buffers_load (&b->buffers, order->data, order->version))
         || launcher_device_failed (&b->launcher);
}

/* Whether the device can compare outputs with their copies; loads what it needs
 * for that. */
static bool
can_compare (const struct bench *b)
{
  struct device *d = b->device;
  bool same;

  return d->ops->compare != NULL && b->buffers.has_output_copies
         && d->ops->compare (d, NULL, NULL, 0, &same);
}

/* The first launch loads the kernel's code, which is illegal during a capture.
 */
static bool
run_first_launch (struct bench *b, const struct order *order,
                  struct claim *claim)
{
  struct launcher *l = &b->launcher;

  (void)order;
  if (!bench_restore_outputs (b) || !launcher_kernel (l) || !launcher_wait (l)
      || (l->device->graphs && !launcher_capture (l)))
    return false;
  /* A held stream can't load code either: load both kernels of the host now. */
  if (!l->device->ops->launch_empty (l->device, 0)
      || !l->device->ops->launch_empty (l->device, 1e-8) || !launcher_wait (l))
    return launcher_device_failed (l);
  if (!b->profiled && !b->device->in_host)
    buffers_alloc_copies (&b->buffers);
  claim->most = (uint32_t)launcher_max_launches (l);
  claim->can_hold = launcher_can_hold (l, 1) && b->device->graphs;
  claim->decoys = b->device->in_host || b->buffers.has_output_copies;
  claim->compares = b->buffers.compares = can_compare (b);
  return true;
}

/* Claims the time of the last launch. */
static bool
warm_up (struct bench *b, const struct order *order, struct claim *claim)
{
  struct launcher *l = &b->launcher;
  double begin = clock_now ();

  for (uint64_t i = 0; i < order->launches; i++) {
    double start;

    if (!bench_restore_outputs (b) || !launcher_wait (l))
      return false;
    launch_growth_begin (&b->launch_growth);
    start = clock_now ();
    if (!launcher_run (l) || !launcher_wait (l))
      return false;
    /* Replaced by each later launch: the first one also loads code. */
    claim->seconds = clock_now () - start;
    launch_growth_end (&b->launch_growth);
    if (clock_now () - begin > order->seconds)
      break;
  }
  process_state_update (&b->process_state);
  return true;
}

static const struct order_row {
  /* Returns false when it has ended the claim. */
  bool (*run) (struct bench *, const struct order *, struct claim *);
  bool own; /* the host's own work, but for launches */
} orders[N_ORDERS] = {
  [ORDER_BEGIN] = { case_begin, false },
  [ORDER_LOAD] = { load_inputs, true },
  [ORDER_PREPARE] = { case_begin_prepare, false },
  [ORDER_FIRST] = { run_first_launch, false },
  [ORDER_WARM_UP] = { warm_up, false },
  [ORDER_RUN] = { show_run, true },
  [ORDER_REPEAT] = { show_repeat, true },
  [ORDER_SAMPLE] = { sample_take, true },
  [ORDER_SHOW] = { show_last, true },
  [ORDER_CHECK] = { show_check, true },
  [ORDER_HELD_LAUNCH] = { show_held, false },
  [ORDER_END] = { case_end, false },
};

static void
run_order (struct bench *b, const struct order *order, struct claim *claim)
{
  const struct order_row *row = &orders[order->kind];
  const bool samples = order->kind == ORDER_SAMPLE;

  if (samples && !paths_begin (b))
    return;
  if (row->own)
    bench_begin_own_work (b);
  row->run (b, order, claim);
  if (row->own)
    bench_end_own_work (b);
  if (samples && claim->status == GK_OK)
    paths_end (b, claim);
}

/* True if what the order needs was done. */
static bool
is_in_order (const struct bench *b, uint32_t kind)
{
  if (kind == ORDER_LOAD || kind == ORDER_PREPARE)
    return b->variant != NULL && b->buffers_open;
  return b->prepared || kind == ORDER_BEGIN || kind == ORDER_END;
}

void
bench_run_order (struct bench *b, const struct order *order,
                 struct claim *claim)
{
  *claim = (struct claim){ .kind = order->kind, .status = GK_OK };
  b->launcher.claim = claim;
  if (!is_in_order (b, order->kind)) {
    claim_end (claim, GK_FAIL, "the host's order came too early");
    return;
  }
  if (order->kind < N_ORDERS)
    run_order (b, order, claim);
  else
    claim_end (claim, GK_FAIL, "the host's order is unknown");
  /* What it may have written to inputs or guard zones must not be charged to
   * the next case. */
  b->dirty |= claim->status == GK_FAIL || claim->status == GK_WRONG;
}

bool
bench_close_case (struct bench *b, json_t **log, json_t **metrics)
{
  case_end_release (b);
  free ((void *)b->described.settings);
  b->described = (gk_case){ 0 };
  workspaces_close (&b->workspaces);
  check_growth (b, &b->case_growth, "cases");
  check_launch_growth (b);
  *log = services_log (&b->services);
  *metrics = services_metrics (&b->services);
  services_end_case (&b->services);
  return !b->dirty && !b->changed
         && (b->device == NULL || !b->device->needs_restart);
}
