/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/processors.h"
#include "base/text.h"
#include "base/xalloc.h"
#include "bench/bench.h"
#include "bench/launcher.h"
#include "plugin/abi-names.h"
#include "plugin/option.h"

static bool
find_variant (struct bench *b, struct claim *claim)
{
  const struct run_request *q = &b->request;
  char *why;
  const struct plugin *plugin
      = loaded_plugins_get (&b->loaded_plugins, q->plugin, q->identity, &why);

  if (plugin == NULL)
    return claim_end_freeing (claim, GK_FAIL, why);
  b->variant = plugin_variant (plugin, q->family, q->variant);
  return b->variant != NULL
         || claim_end (claim, GK_FAIL, "the plugin no longer has this variant");
}

/* Stops using the device and frees the problem's buffers on it.  The device
 * stays open, since closing its context would destroy what plugins keep there.
 */
static void
detach_device (struct bench *b)
{
  bench_close_buffers (b);
  /* There is one tracer a process; it would also trace the next device. */
  if (b->device != NULL && b->device->traces)
    b->device->ops->trace (b->device, false);
  b->device = NULL;
}

bool
case_begin_use_device (struct bench *b, const char *name, struct claim *claim)
{
  struct device *d = NULL;
  char *why;

  for (size_t i = 0; i < b->n_opened; i++)
    if (strcmp (b->opened[i]->info.name, name) == 0)
      d = b->opened[i];
  if (d != NULL && d == b->device)
    return true;
  detach_device (b);
  if (d == NULL) {
    d = device_open (name, !b->profiled, &why);
    if (d == NULL)
      return claim_end_freeing (claim, GK_FAIL, why);
    XAPPEND (b->opened, b->n_opened) = d;
  } else if (!d->ops->enter (d))
    return claim_end (claim, GK_FAIL, "%s", d->error);
  b->device = d;
  d->info.gk.name = d->info.name;
  d->info.gk.stream = d->stream;
  return true;
}

static bool
open_buffers (struct bench *b, uint64_t held, struct claim *claim)
{
  struct mode mode = b->request.mode;
  int result;
  char *why;

  if (b->buffers_open && !b->dirty && b->buffers.kind == mode.memory
      && b->buffers.pages == mode.pages)
    result = buffers_fit (&b->buffers, mode.scope, held, &why);
  else {
    bench_close_buffers (b);
    result
        = buffers_open (&b->buffers, b->device, &b->problem, mode, held, &why);
    b->buffers_open = result == GK_OK;
  }
  if (result != GK_OK)
    return claim_end_freeing (claim, result, why);
  b->buffers.views = &b->views;
  /* Each launch uploads its inputs, so they must be loaded into the pinned
   * copies. */
  b->buffers.loaded &= mode.scope != SCOPE_TRANSFER;
  return mode.scope != SCOPE_TRANSFER || buffers_stage (&b->buffers)
         || launcher_device_failed (&b->launcher);
}

bool
case_begin_log_limits (struct bench *b, const char *when)
{
  char *what = b->device->ops->altered (b->device);

  if (what == NULL)
    return false;
  b->services.host.log (&b->services.host, "gkhost: %s, %s", when, what);
  free (what);
  return true;
}

/* True if family and variant know the same problem, where they say so. */
static bool
problem_is_known (const struct bench *b, struct claim *claim)
{
  const gk_setup *setup = &b->problem.setup;
  const uint32_t size = b->variant->problem_size;

  if (size > setup->problem_bytes)
    return claim_end (claim, GK_SKIP,
                      "it was built for a problem of %u bytes, and this "
                      "family's has %" PRIu64 ": a newer family is needed",
                      size, setup->problem_bytes);
  return (setup->forms & ~b->variant->forms) == 0
         || claim_end (claim, GK_SKIP,
                       "it does not declare this form of the problem: its "
                       "forms are 0x%" PRIx64 ", and this one needs 0x%" PRIx64
                       " (the family's header names them)",
                       b->variant->forms, setup->forms);
}

static bool
prepare_variant (struct bench *b, struct claim *claim)
{
  const gk_variant *v = b->variant;
  char *why;
  gk_value *values
      = values_from_json (v->options, v->n_options, b->request.tunables, &why);
  int status = GK_OK;

  if (values == NULL)
    return claim_end_freeing (claim, GK_FAIL, why);
  if (!problem_is_known (b, claim) || !case_describe (b)) {
    free (values);
    return false;
  }
  workspaces_open (&b->workspaces, b->device, b->request.mode.memory);
  services_begin_prepare (&b->services, workspaces_alloc, &b->workspaces,
                          &b->described);
  if (v->prepare != NULL) {
    callback_begin (CALLBACK_PREPARE);
    status = v->prepare (&b->services.host, &b->device->info.gk,
                         b->problem.bytes, values, &b->launcher.state);
    callback_end ();
  }
  free (values);
  b->prepared = status == GK_OK;
  if (!b->prepared)
    claim_end_callback (claim, &b->services, "prepare", status);
  services_end_prepare (&b->services);
  case_begin_log_limits (b, "after prepare");
  if (!b->prepared)
    return false;
  claim->workspace = workspaces_bytes (&b->workspaces);
  return true;
}

/* Another worker can change this one while it is idle.  What a case leaves
 * changed itself costs it its process, except where there is one for all. */
static void
restore_inherited (struct bench *b)
{
  struct inherited unpinned = b->inherited;
  bool stays;
  char *what;

  if (b->profiled)
    return;
  if (b->pinned)
    processors_get_usable (&unpinned.cpus);
  what = inherited_restore (&unpinned, &stays);
  if (what != NULL)
    b->services.host.log (&b->services.host,
                          "gkhost: another process changed %s of the worker",
                          what);
  free (what);
}

/* Pins the process before the plugin is loaded, since the threads that a
 * library starts inherit the affinity. */
static bool
pin_process (struct bench *b, struct claim *claim)
{
  const char *cpus = b->request.cpus;
  cpu_set_t is, set;

  if (cpus == NULL && !b->pinned)
    return true;
  processors_get_usable (&is);
  b->pinned = cpus != NULL;
  set = b->inherited.cpus;
  if (cpus != NULL)
    free (processors_parse (&set, cpus));
  if (CPU_EQUAL (&is, &set))
    return true;
  /* With --in-process, a device may be open that counted other processors. */
  detach_device (b);
  if (processors_set_affinity (&set))
    return true;
  return claim_end (claim, GK_FAIL, "can't be pinned to processors %s: %s",
                    text_or_empty (cpus), strerror (errno));
}

/* Tracing is off under a profiler: CUPTI serves one client, and profiled times
 * are not used. */
static bool
switch_tracing (struct bench *b, struct claim *claim)
{
  struct device *d = b->device;
  bool wanted = b->request.mode.timer == TIMED_BY_KERNEL && !b->counts;

  b->launcher.traced = wanted;
  return (!wanted && !d->traces) || d->ops->trace (d, wanted)
         || claim_end (claim, GK_FAIL, "%s", d->error);
}

bool
case_begin_device (struct bench *b, struct claim *claim)
{
  restore_inherited (b);
  if (!pin_process (b, claim))
    return false;
  if (b->request.node >= 0)
    node_memory_prefer (b->request.node);
  return case_begin_use_device (b, b->request.device, claim);
}

/* What needs no memory of the problem: does nothing the second time.  The
 * device is opened before the plugin, which could disturb what that learns of
 * the machine. */
static bool
open_device_and_plugin (struct bench *b, struct claim *claim)
{
  return case_begin_device (b, claim) && find_variant (b, claim);
}

const char *
case_begin_early (struct bench *b)
{
  if (b->n_opened == 0 && b->early.status == GK_OK) {
    open_device_and_plugin (b, &b->early);
    b->variant = NULL;
  }
  return b->early.status != GK_OK ? b->early.reason : NULL;
}

bool
case_begin (struct bench *b, const struct order *order, struct claim *claim)
{
  (void)order;
  if (b->early.status != GK_OK)
    return claim_end (claim, b->early.status, "%s", b->early.reason);
  if (!open_device_and_plugin (b, claim))
    return false;
  b->device->pages = b->request.mode.pages;
  b->launcher = (struct launcher){
    .device = b->device,
    .services = &b->services,
    .buffers = &b->buffers,
    .workspaces = &b->workspaces,
    .variant = b->variant,
    .problem = b->problem.bytes,
    .mode = b->request.mode,
    .profiled = b->profiled || b->device->blocks,
    .claim = claim,
  };
  if (!switch_tracing (b, claim))
    return false;
  process_state_store (&b->process_state);
  return open_buffers (b, order->held, claim);
}

void
case_begin_undo_prepare (struct bench *b)
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
bool
case_begin_prepare (struct bench *b, const struct order *order,
                    struct claim *claim)
{
  (void)order;
  case_begin_undo_prepare (b);
  workspaces_close (&b->workspaces);
  return prepare_variant (b, claim) && paths_open (b, claim);
}
