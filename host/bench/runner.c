/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "base/clock.h"
#include "base/xalloc.h"
#include "bench/buffers.h"
#include "bench/fill-result.h"
#include "bench/launcher.h"
#include "bench/measure.h"
#include "bench/runner.h"
#include "bench/verify.h"
#include "bench/workspaces.h"
#include "device/device.h"
#include "plugin/loader.h"
#include "plugin/option.h"
#include "plugin/services.h"

struct runner {
  struct services services;
  struct plugin **plugin; /* stay loaded till the worker ends */
  size_t n_plugins;
  struct device **opened; /* by now; in a worker, one at the most */
  size_t n_opened;
  struct device *device; /* the one in use; NULL: none yet */
  struct workspaces workspaces;
  bool profiled;
  /* The current problem. */
  json_int_t problem; /* its number; -1: none */
  const struct plugin *family_plugin;
  gk_setup setup;
  char room[1024];  /* a plugin of a later header may write behind setup */
  void *copy;       /* of the family's problem: what variants are handed */
  uint64_t choices; /* the seed of what verify chooses, once a problem */
  struct buffers buffers;
  bool buffers_open;
  bool dirty; /* a case left anything in the buffers: make them anew */
};

/* One case on its way. */
struct run {
  struct runner *runner;
  struct run_request request;
  const gk_variant *variant;
  const gk_family *family;
  struct launcher launcher;
  bool prepared;
  gk_work work; /* what the variant says that it does of the problem's */
  struct verification verification;
  struct measurement measurement;
  bool measured;
  double setup_s, inputs_s, warm_up_s;
  int status;
  char reason[1500];
};

struct runner *
runner_new (bool profiled)
{
  struct runner *r = xcalloc (1, sizeof *r);

  services_init (&r->services);
  r->problem = -1;
  r->profiled = profiled;
  return r;
}

void
runner_release_problem (struct runner *r)
{
  if (r->buffers_open)
    buffers_close (&r->buffers);
  r->buffers_open = r->dirty = false;
  if (r->problem >= 0)
    r->family_plugin->family.teardown (&r->services.host, r->setup.state);
  free (r->copy);
  r->copy = NULL;
  r->problem = -1;
}

void
runner_free (struct runner *r)
{
  runner_release_problem (r);
  services_free (&r->services);
  for (size_t i = 0; i < r->n_opened; i++)
    device_close (r->opened[i]);
  free (r->opened);
  for (size_t i = 0; i < r->n_plugins; i++) {
    plugin_unload (r->plugin[i]);
    free (r->plugin[i]);
  }
  free (r->plugin);
  free (r);
}

/* Ends a case with a status; returns false, for the caller to return. */
static bool
end (struct run *run, int status, const char *where, const char *reason)
{
  run->status = status;
  snprintf (run->reason, sizeof run->reason, "%s%s", where, reason);
  return false;
}

static bool
end_freeing (struct run *run, int status, const char *where, char *why)
{
  end (run, status, where, why);
  free (why);
  return false;
}

/* A callback of that name returned anything but GK_OK. */
static bool
end_callback (struct run *run, const char *callback, int status,
              const char *where)
{
  struct services *services = &run->runner->services;

  status = services_status (services, callback, status);
  return end (run, status, where, services_reason (services));
}

/* Its options are not those that the supervisor was told of. */
static bool
end_rebuilt (struct run *run, const char *what, char *why)
{
  end (run, GK_FAIL, "", "");
  snprintf (run->reason, sizeof run->reason,
            "the plugin was rebuilt during the run: %s's %s; run again", what,
            why);
  free (why);
  return false;
}

static bool
launcher_ended (struct run *run)
{
  return end (run, run->launcher.status, "", run->launcher.reason);
}

static const struct plugin *
loaded (struct run *run, const char *path)
{
  struct runner *r = run->runner;
  struct plugin *plugin;
  char *why;

  for (size_t i = 0; i < r->n_plugins; i++)
    if (strcmp (r->plugin[i]->path, path) == 0)
      return r->plugin[i];
  plugin = xcalloc (1, sizeof *plugin);
  if (!plugin_load (plugin, path, NULL, &why)) {
    end_freeing (run, GK_FAIL, "loading the plugin again: ", why);
    plugin_unload (plugin);
    free (plugin);
    return NULL;
  }
  r->plugin = xgrow (r->plugin, r->n_plugins, sizeof *r->plugin);
  r->plugin[r->n_plugins++] = plugin;
  return plugin;
}

static bool
find_variant (struct run *run, const struct plugin **family_plugin)
{
  const struct run_request *q = &run->request;
  const struct plugin *plugin = loaded (run, q->plugin);

  *family_plugin = loaded (run, q->family_plugin);
  if (plugin == NULL || *family_plugin == NULL)
    return false;
  run->family = &(*family_plugin)->family;
  run->variant = plugin_variant (plugin, q->family, q->variant);
  return run->variant != NULL
         || end (run, GK_FAIL, "",
                 "the plugin was rebuilt during the run: this variant is gone; "
                 "run again");
}

/* Leaves the device for another, with the problem's buffers on it.  It stays
 * open: what a plugin keeps in its context would not outlive that. */
static void
leave_device (struct runner *r)
{
  if (r->buffers_open)
    buffers_close (&r->buffers);
  r->buffers_open = r->dirty = false;
  r->device = NULL;
}

static struct device *
opened (const struct runner *r, const char *name)
{
  for (size_t i = 0; i < r->n_opened; i++)
    if (strcmp (r->opened[i]->info.name, name) == 0)
      return r->opened[i];
  return NULL;
}

/* Makes the device of the case the one in use. */
static bool
use_device (struct run *run)
{
  struct runner *r = run->runner;
  const char *name = run->request.device;
  struct device *d = opened (r, name);
  char *why;

  if (d != NULL && d == r->device)
    return true;
  leave_device (r);
  if (d == NULL) {
    d = device_open (name, &why);
    if (d == NULL)
      return end_freeing (run, GK_FAIL, "", why);
    r->opened = xgrow (r->opened, r->n_opened, sizeof (struct device *));
    r->opened[r->n_opened++] = d;
  } else if (!d->ops->enter (d))
    return end (run, GK_FAIL, "", d->error);
  r->device = d;
  d->info.gk.name = d->info.name;
  d->info.gk.stream = d->stream;
  return true;
}

/* JSON has no infinity, and no time is negative. */
static bool
ops_valid (double ops)
{
  return ops >= 0 && ops <= DBL_MAX;
}

/* Whether an earlier buffer's address would be written to the same place. */
static bool
slot_is_taken (const gk_setup *setup, size_t i)
{
  for (size_t j = 0; j < i; j++)
    if (setup->buffers[j].slot == setup->buffers[i].slot)
      return true;
  return false;
}

/* What a family set up wrongly; NULL: nothing that can be seen. */
static const char *
setup_fault (const gk_setup *setup)
{
  const uint64_t data = GK_BIT (GK_DATA_RANDOM) | GK_BIT (GK_DATA_EXACT)
                        | GK_BIT (GK_DATA_WIDE);
  bool output = false;

  if (setup->problem == NULL || setup->n_buffers == 0
      || setup->n_buffers > GK_MAX_BUFFERS)
    return "the family did not set a problem and 1 to 16 buffers";
  for (size_t i = 0; i < setup->n_buffers; i++) {
    if (setup->buffers[i].name == NULL
        || (setup->buffers[i].role != GK_INPUT
            && setup->buffers[i].role != GK_OUTPUT))
      return "a buffer has no name, or is neither input nor output";
    if (setup->buffers[i].bytes == 0)
      return "the family asks for a buffer of 0 bytes";
    if (setup->problem_bytes < sizeof (void *)
        || setup->buffers[i].slot > setup->problem_bytes - sizeof (void *)
        || setup->buffers[i].slot % sizeof (void *) != 0)
      return "the slot of a buffer is not a pointer in the problem; set "
             "problem_bytes, and slot with offsetof";
    if (slot_is_taken (setup, i))
      return "two buffers share a slot; give each a pointer of its own in the "
             "problem";
    output |= setup->buffers[i].role == GK_OUTPUT;
  }
  if (!output)
    return "the family has no output, so there is nothing to verify";
  if (setup->verify_data == 0 || (setup->verify_data & ~data) != 0)
    return "verify_data must be one or more of random, exact and wide";
  if (!ops_valid (setup->work.ops))
    return "the family set work.ops to a value that is not a number of "
           "operations";
  return NULL;
}

/* What variants see of the problem is the host's own: none gets at the
 * family's state beside it. */
static bool
own_problem (struct run *run)
{
  struct runner *r = run->runner;

  r->copy = xmalloc (r->setup.problem_bytes);
  memcpy (r->copy, r->setup.problem, r->setup.problem_bytes);
  if (getrandom (&r->choices, sizeof r->choices, 0) == sizeof r->choices)
    return true;
  runner_release_problem (r);
  return end (run, GK_FAIL, "", "the system provides no random numbers");
}

/* Makes the problem of the case the current one. */
static bool
set_up (struct run *run, const struct plugin *family_plugin)
{
  struct runner *r = run->runner;
  const gk_family *f = &family_plugin->family;
  gk_value *values;
  const char *wrong;
  char *why;
  int status;

  if (r->problem == run->request.problem)
    return true;
  runner_release_problem (r);
  values
      = values_from_json (f->options, f->n_options, run->request.values, &why);
  if (values == NULL)
    return end_rebuilt (run, "the family", why);
  r->setup = (gk_setup){ .size = sizeof r->setup };
  services_clear (&r->services);
  status = f->setup (&r->services.host, values, &r->setup);
  free (values);
  if (status != GK_OK)
    return end_callback (run, "setup", status, "setup: ");
  r->problem = run->request.problem;
  r->family_plugin = family_plugin;
  wrong = setup_fault (&r->setup);
  if (wrong == NULL)
    return own_problem (run);
  /* Or the next case would find it made. */
  runner_release_problem (r);
  return end (run, GK_FAIL, "setup: ", wrong);
}

static bool
open_buffers (struct run *run)
{
  struct runner *r = run->runner;
  struct mode mode = run->request.settings.mode;
  enum buffers_result result;
  char *why;

  if (r->buffers_open && !r->dirty && r->buffers.kind == mode.memory)
    result = buffers_fit (&r->buffers, mode.scope, &why);
  else {
    if (r->buffers_open)
      buffers_close (&r->buffers);
    r->dirty = false;
    result
        = buffers_open (&r->buffers, r->device, &r->setup, r->copy, mode, &why);
    r->buffers_open = result == BUFFERS_OK;
  }
  return result == BUFFERS_OK
         || end_freeing (run, result == BUFFERS_SKIP ? GK_SKIP : GK_FAIL, "",
                         why);
}

/* Asks the variant what arithmetic it does; the bytes are the family's. */
static bool
ask_work (struct run *run)
{
  struct runner *r = run->runner;
  gk_work said = r->setup.work;

  run->work = said;
  if (run->variant->work == NULL)
    return true;
  run->variant->work (&r->services.host, r->copy, run->launcher.state, &said);
  if (!ops_valid (said.ops))
    return end (run, GK_FAIL, "",
                "work set ops to a value that is not a number of operations");
  run->work.ops = said.ops;
  run->work.op_class = said.op_class;
  return true;
}

static bool
prepare (struct run *run)
{
  struct runner *r = run->runner;
  const gk_variant *v = run->variant;
  char *why;
  gk_value *values = values_from_json (v->options, v->n_options,
                                       run->request.tunables, &why);
  int status = GK_OK;

  if (values == NULL)
    return end_rebuilt (run, "the variant", why);
  run->launcher = (struct launcher){
    .device = r->device,
    .services = &r->services,
    .buffers = &r->buffers,
    .workspaces = &r->workspaces,
    .variant = v,
    .problem = r->copy,
    .mode = run->request.settings.mode,
    .profiled = r->profiled || r->device->blocks,
  };
  workspaces_open (&r->workspaces, r->device,
                   run->request.settings.mode.memory);
  services_begin_prepare (&r->services, workspaces_take, &r->workspaces);
  if (v->prepare != NULL)
    status = v->prepare (&r->services.host, &r->device->info.gk, r->copy,
                         values, &run->launcher.state);
  free (values);
  run->prepared = status == GK_OK;
  if (!run->prepared)
    end_callback (run, "prepare", status, "");
  services_prepared (&r->services);
  return run->prepared && ask_work (run);
}

static bool
load_inputs (struct run *run, gk_data data)
{
  struct runner *r = run->runner;
  double start = clock_now ();
  char *why;

  if (buffers_load (&r->buffers, &r->services, run->family, data,
                    (uint64_t)run->request.settings.seed, &why)
      != BUFFERS_OK)
    return end_freeing (run, GK_FAIL, "", why);
  if (run->request.settings.mode.scope == SCOPE_TRANSFER
      && !buffers_stage (&r->buffers)) {
    launcher_device_failed (&run->launcher);
    return launcher_ended (run);
  }
  run->inputs_s += clock_now () - start;
  return true;
}

static bool
warm_up (struct run *run, double *estimate)
{
  struct launcher *l = &run->launcher;
  double start = clock_now ();
  bool ok = true;

  /* The first launch loads the kernel's code, which a capture may not do. */
  if (l->device->graphs)
    ok = launcher_kernel (l) && launcher_wait (l) && launcher_capture (l);
  ok = ok && measure_warm_up (l, &run->request.settings.sampling, estimate);
  run->warm_up_s = clock_now () - start;
  return ok || launcher_ended (run);
}

static struct judge
judge_of (const struct run *run)
{
  return (struct judge){ run->family, (uint64_t)run->request.settings.seed,
                         run->runner->choices };
}

static bool
verified (struct run *run)
{
  const struct verification *v = &run->verification;

  return v->status == GK_OK || end (run, v->status, "", v->reason);
}

static bool
verify_phase (struct run *run, enum phase phase)
{
  if (run->request.settings.verify)
    verify (&run->verification, phase, &run->launcher, judge_of (run));
  return verified (run);
}

static bool
measure_case (struct run *run, double estimate)
{
  const struct run_request *q = &run->request;

  if (q->settings.verify
      && !verify_begin_timed (&run->verification, &run->launcher))
    return verified (run);
  if (!measure (&run->measurement, &run->launcher,
                &run->request.settings.sampling, estimate))
    return launcher_ended (run);
  run->measured = true;
  if (q->settings.verify)
    verify_timed (&run->verification, &run->launcher, judge_of (run),
                  q->settings.data);
  return verified (run);
}

/* From the problem to the last verification. */
static bool
run_case (struct run *run)
{
  const struct plugin *family_plugin;
  double start = clock_now (), estimate = 0;
  bool exact;

  if (!find_variant (run, &family_plugin) || !use_device (run)
      || !set_up (run, family_plugin) || !open_buffers (run) || !prepare (run))
    return false;
  run->setup_s = clock_now () - start;
  /* Begin with what the first verification wants: one load less. */
  exact = run->request.settings.verify
          && (run->runner->setup.verify_data & GK_BIT (GK_DATA_EXACT)) != 0;
  return load_inputs (run, exact ? GK_DATA_EXACT : run->request.settings.data)
         && warm_up (run, &estimate) && verify_phase (run, BEFORE_TIMING)
         && load_inputs (run, run->request.settings.data)
         && measure_case (run, estimate) && verify_phase (run, AFTER_TIMING);
}

static void
release (struct run *run)
{
  struct device *d = run->runner->device;

  /* Launches before one that failed may still run: nothing that they use may be
   * freed, and what they end with tells whether the device needs a restart. */
  if (run->status != GK_OK && d != NULL && !d->needs_restart)
    d->ops->sync (d);
  if (!run->prepared)
    return;
  launcher_close (&run->launcher);
  if (run->variant->release != NULL)
    run->variant->release (&run->runner->services.host, run->launcher.state);
}

/* Where the time of the case went. */
static void
set_spent (struct result *result, const struct run *run, double total)
{
  const struct measurement *m = &run->measurement;
  double inputs = run->inputs_s + run->verification.inputs_s;
  double known = run->setup_s + inputs + run->warm_up_s
                 + run->verification.verify_s + m->sampling_s;

  result->spent.total_s = total;
  result->spent.setup_s = run->setup_s;
  result->spent.inputs_s = inputs;
  result->spent.warmup_s = run->warm_up_s;
  result->spent.verify_s = run->verification.verify_s;
  result->spent.kernel_s = m->kernel_s;
  result->spent.between_s = m->sampling_s - m->kernel_s;
  result->spent.other_s = total - known;
}

static void
set_result (struct result *result, const struct run *run, double total,
            struct pool *pool)
{
  static const enum status statuses[] = { [GK_OK] = STATUS_OK,
                                          [GK_SKIP] = STATUS_SKIPPED,
                                          [GK_FAIL] = STATUS_FAILED,
                                          [GK_WRONG] = STATUS_WRONG };
  struct runner *r = run->runner;
  bool passed = run->request.settings.verify && run->status == GK_OK;
  json_t *log;

  result->status = statuses[run->status];
  if (run->status != GK_OK)
    result->reason = pool_text (pool, run->reason);
  result->verify.done = FLAG_NO;
  if (passed || run->status == GK_WRONG)
    result_set_verify (result, &run->verification, pool);
  if (r->problem >= 0)
    result_set_work (result, &r->setup.work);
  if (run->prepared)
    result_set_variant_work (result, &r->setup.work, &run->work);
  /* A wrong kernel's time is worth nothing. */
  if (run->measured && run->status == GK_OK)
    result_set_time (result, &run->measurement);
  set_spent (result, run, total);
  log = services_log (&r->services);
  result_set_log (result, log, pool);
  json_decref (log);
}

bool
runner_run (struct runner *r, const struct run_request *request,
            struct result *result, struct pool *pool)
{
  struct run run = { .runner = r, .request = *request };
  double start = clock_now ();

  run_case (&run);
  release (&run);
  /* What it wrote to inputs or guard zones must not be laid to the next.  Not
   * freed here: the heap may be broken, and the answer comes first. */
  r->dirty |= run.status == GK_FAIL || run.status == GK_WRONG;
  set_result (result, &run, clock_now () - start, pool);
  workspaces_close (&r->workspaces);
  services_end_case (&r->services);
  return !r->dirty && (r->device == NULL || !r->device->needs_restart);
}
