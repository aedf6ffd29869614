/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Executes the orders of a case.  The usual sequence is ORDER_BEGIN and
 * ORDER_PREPARE (case-begin.c opens plugin, device and buffers, and prepares
 * the variant), ORDER_LOAD, ORDER_FIRST, ORDER_WARM_UP, then samples
 * (sample.c), each possibly shown to the judge, the orders of the audit, and
 * ORDER_END.  Where a problem has constants, an ORDER_LOAD of these comes before
 * ORDER_PREPARE, and again with other data.
 *
 * Before the next case the bench compares the process and the limits of the
 * device with what they were.  A worker whose process was changed runs no
 * further case; buffers that a case may have damaged are allocated anew.
 */
#include <config.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/random.h"
#include "base/xalloc.h"
#include "bench/bench.h"
#include "bench/settings.h"
#include "device/cpu/cpu.h"
#include "plugin/abi-names.h"

struct bench *
bench_new (bool profiled)
{
  struct bench *b = xcalloc (1, sizeof *b);

  services_init (&b->services);
  inherited_store (&b->inherited);
  b->number = b->growing = -1;
  b->profiled = profiled;
  return b;
}

void
bench_close_buffers (struct bench *b)
{
  buffers_close (&b->buffers);
  b->buffers_open = b->dirty = false;
}

void
bench_release_problem (struct bench *b)
{
  bench_close_buffers (b);
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
  b->process_state.stored = false;
}

void
bench_begin_own_work (struct bench *b)
{
  signal_mask_block_all (&b->plugin_mask);
  callback_begin (CALLBACK_BUFFERS);
}

void
bench_end_own_work (struct bench *b)
{
  callback_end ();
  signal_mask_restore (&b->plugin_mask);
}

static bool
load_inputs (struct bench *b, const struct order *order, struct claim *claim)
{
  (void)claim;
  b->buffers.loaded &= !order->repeat;
  return (order->constants
              ? buffers_load_constants (&b->buffers, order->data)
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

bool
bench_restore_outputs (struct bench *b)
{
  return buffers_restore (&b->buffers) || launcher_device_failed (&b->launcher);
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
  claim->most = (uint32_t)sample_max_launches (l);
  claim->can_hold = sample_can_hold (l, 1) && b->device->graphs;
  claim->decoys = b->device->in_host || b->buffers.has_output_copies;
  claim->compares = can_compare (b);
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

/* Showing: copies what launches left to memory that the judge reads, and
 * checks what the host can check itself: guard zones, inputs, and outputs
 * that change after the launch.  Each of these functions sets the claim's
 * reason when it returns false. */

static bool
check_damage (struct bench *b, const struct order *order, struct claim *claim)
{
  bool failed;
  size_t pieces = order->thorough ? SIZE_MAX : 0;
  char *damage = buffers_find_damage (&b->buffers, pieces, &failed);

  if (damage == NULL && !failed)
    damage = workspaces_find_damage (&b->workspaces, &failed);
  if (failed)
    return launcher_device_failed (&b->launcher);
  if (damage == NULL)
    return true;
  claim_end (claim, GK_WRONG, "it %s", damage);
  free (damage);
  return false;
}

/* The outputs must not change after the launch, once the device is idle.
 * Waiting for threads that spin takes long, so do it once per case: not with
 * the launches that are judged before the timed ones. */
static bool
check_stable (struct bench *b, const struct order *order, struct claim *claim)
{
  struct device *d = b->device;
  const bool waits = order->kind == ORDER_CHECK && order->thorough;
  bool failed = false;

  if ((!d->in_host || waits) && !d->ops->sync_all (d))
    return launcher_device_failed (&b->launcher);
  if (spot_check_is_same (b) && buffers_match_views (&b->buffers, &failed))
    return true;
  if (failed)
    return launcher_device_failed (&b->launcher);
  return claim_end (claim, GK_WRONG,
                    "its output changed when the launch was over: the work "
                    "goes on elsewhere, in a thread or on another stream");
}

static bool
show_last (struct bench *b, const struct order *order, struct claim *claim)
{
  struct device *d = b->device;
  bool spare = !d->in_host && b->buffers.has_output_copies;

  (void)claim;
  if (b->shown && !order->repeat)
    return true;
  /* Without room for a copy on the device, only the final outputs can be shown.
   */
  if ((!d->in_host && !spare && !d->ops->sync_all (d))
      || !buffers_copy_to_views (&b->buffers, spare))
    return launcher_device_failed (&b->launcher);
  b->shown = true;
  return true;
}

static bool
show_check (struct bench *b, const struct order *order, struct claim *claim)
{
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
  if (!buffers_copy_to_views (&b->buffers, false))
    return launcher_device_failed (&b->launcher);
  return show_check (b, order, claim);
}

static bool
show_run (struct bench *b, const struct order *order, struct claim *claim)
{
  spot_check_clear (b);
  if (!buffers_change (&b->buffers, order, false))
    return launcher_device_failed (&b->launcher);
  return run_poisoned (b, order) && show_outputs (b, order, claim);
}

static bool
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
                          b->views.input[b->buffers.data][i], failed))
      return false;
  return true;
}

static bool
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
    return launcher_device_failed (l);
  launched = launcher_run (l);
  clock_sleep (order->seconds);
  still = outputs_are_as_before (b, order->poison, &failed);
  if (!d->ops->let_go (d) || failed)
    return launcher_device_failed (l);
  if (!launched || !launcher_wait (l))
    return false;
  return still
         || claim_end (claim, GK_WRONG,
                       "its output changed while the stream that it was given "
                       "was held: it works on another one");
}

/* Restores the device's limits after a case. */
static void
restore_limits (struct bench *b)
{
  struct device *d = b->device;

  if (case_begin_log_limits (b, "at the end") && !d->ops->restore (d))
    d->needs_restart = true;
}

/* Undoes prepare, where it was called. */
static void
undo_prepare (struct bench *b)
{
  struct launcher *l = &b->launcher;

  if (!b->prepared)
    return;
  b->prepared = false;
  b->device->ops->graph_free (b->device, l->graph);
  l->graph = NULL;
  if (b->variant->release != NULL) {
    callback_begin (CALLBACK_RELEASE);
    b->variant->release (&b->services.host, l->state);
    callback_end ();
  }
  l->state = NULL;
}

/* All launches have finished. */
static bool
prepare_again (struct bench *b, const struct order *order, struct claim *claim)
{
  (void)order;
  undo_prepare (b);
  workspaces_close (&b->workspaces);
  return case_begin_prepare (b, claim);
}

static void
release_variant (struct bench *b)
{
  struct device *d = b->device;

  if (d == NULL || b->variant == NULL)
    return;
  /* Launches before one that failed may still run.  Wait: what they use must
   * not be freed yet, and their errors decide whether the device needs a
   * restart. */
  if (b->dirty && !d->needs_restart)
    d->ops->sync (d);
  undo_prepare (b);
  b->variant = NULL;
  if (!d->needs_restart)
    restore_limits (b);
}

/* Calls the variant's work for its operations; the family states the bytes. */
static bool
read_work (struct bench *b, struct claim *claim)
{
  gk_work work = b->problem.setup.work;

  if (b->variant->work != NULL) {
    callback_begin (CALLBACK_WORK);
    b->variant->work (&b->services.host, b->problem.bytes, b->launcher.state,
                      &work);
    callback_end ();
  }
  if (work_later (&work) != NULL)
    return claim_end (claim, GK_SKIP, "%s" NAME_IS_LATER, work_later (&work));
  if (work_fault (&work) != NULL)
    return claim_end (claim, GK_FAIL, "work: %s", work_fault (&work));
  claim->ops = work.ops;
  claim->op_class = work.op_class;
  return true;
}

/* Calls the variant's library for the library that computes for it. */
static void
read_library (struct bench *b, struct claim *claim)
{
  const char *text, *end;
  size_t n;

  if (b->variant->library == NULL)
    return;
  callback_begin (CALLBACK_LIBRARY);
  text = b->variant->library (&b->services.host, b->launcher.state);
  /* The first line, and the rest. */
  n = text != NULL ? strnlen (text, sizeof claim->library - 1) : 0;
  end = n > 0 ? memchr (text, '\n', n) : NULL;
  if (n > 0)
    memcpy (claim->library, text, end != NULL ? (size_t)(end - text) : n);
  if (end != NULL)
    memcpy (claim->library_settings, end + 1,
            strnlen (end + 1, sizeof claim->library_settings - 1));
  callback_end ();
}

/* Releases the variant and checks that the process is as the case found it. */
static bool
end_case (struct bench *b, const struct order *order, struct claim *claim)
{
  const gk_host *host = &b->services.host;
  struct process_changes changes;

  (void)order;
  if (b->prepared && !b->device->needs_restart && read_work (b, claim))
    read_library (b, claim);
  release_variant (b);
  changes = process_state_changes (&b->process_state);
  b->changed |= changes.wrong != NULL || changes.kept != NULL;
  if (changes.wrong != NULL)
    claim_end (claim, GK_WRONG,
               "left the process changed: %s; restore in "
               "release what it changes",
               changes.wrong);
  if (changes.kept != NULL)
    host->log (host,
               "gkhost: left by prepare or the first launches: %s; the next "
               "case gets another process",
               changes.kept);
  process_changes_free (&changes);
  if (b->process_state.stored && !wait_until_idle ()) {
    host->log (host, "gkhost: its threads still compute after the last launch");
    b->changed = true;
  }
  return claim->status == GK_OK;
}

static const struct order_row {
  /* Returns false when it has ended the claim. */
  bool (*run) (struct bench *, const struct order *, struct claim *);
  bool own; /* the host's own work, but for launches */
} orders[N_ORDERS] = {
  [ORDER_BEGIN] = { case_begin, false },
  [ORDER_LOAD] = { load_inputs, true },
  [ORDER_PREPARE] = { prepare_again, false },
  [ORDER_FIRST] = { run_first_launch, false },
  [ORDER_WARM_UP] = { warm_up, false },
  [ORDER_RUN] = { show_run, true },
  [ORDER_REPEAT] = { show_repeat, true },
  [ORDER_SAMPLE] = { sample_take, true },
  [ORDER_SHOW] = { show_last, true },
  [ORDER_CHECK] = { show_check, true },
  [ORDER_HELD_LAUNCH] = { held_launch_check, false },
  [ORDER_END] = { end_case, false },
};

static void
run_order (struct bench *b, const struct order *order, struct claim *claim)
{
  const struct order_row *row = &orders[order->kind];

  if (row->own)
    bench_begin_own_work (b);
  row->run (b, order, claim);
  if (row->own)
    bench_end_own_work (b);
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
  release_variant (b);
  workspaces_close (&b->workspaces);
  check_growth (b, &b->case_growth, "cases");
  check_launch_growth (b);
  *log = services_log (&b->services);
  *metrics = services_metrics (&b->services);
  services_end_case (&b->services);
  return !b->dirty && !b->changed
         && (b->device == NULL || !b->device->needs_restart);
}
