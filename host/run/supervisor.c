/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/interrupt.h"
#include "base/text.h"
#include "base/xalloc.h"
#include "device/kinds.h"
#include "plugin/file-identity.h"
#include "record/run-record.h"
#include "run/child.h"
#include "run/confine.h"
#include "run/lane.h"
#include "run/queries.h"
#include "run/reaper.h"
#include "run/request.h"
#include "run/supervisor.h"
#include "run/workers.h"

/* Probing: finds the devices through workers.  One worker counts them, and
 * probes one that is the only one of its kind.  Several of a kind are probed
 * side by side, each by a worker of its own, so that one that hangs costs the
 * others no time.  Once one has answered, the others get BEHIND_SECONDS more.
 */

/* Seconds that a driver may take to start, with all of its devices. */
#define START_SECONDS 60
/* Seconds that the other devices get after the first has answered. */
#define BEHIND_SECONDS 10

/* The most devices of a kind that have names. */
enum { DEVICES_MOST = 10000 };

/* The request for that and the reading of its answer.  reply and why may be
 * NULL.  apart: several devices of a kind are only counted. */
static json_t *
devices_request (uint32_t kinds, bool apart)
{
  json_t *names = json_array ();

  for (int i = 0; i < N_DEVICE_KINDS; i++)
    if ((kinds & GK_BIT (i)) != 0)
      json_array_append_new (
          names, json_string (device_kind_at ((gk_device_kind)i)->name));
  return json_pack ("{s:s, s:o, s:b}", "op", "devices", "kinds", names, "apart",
                    apart);
}

/* The records when no worker answered. */
static void
set_unknown (struct device_records *found, uint32_t kinds, const char *why,
             struct pool *pool)
{
  struct device_record *cpu = pool_alloc (pool, sizeof *cpu);

  fields_clear (&device_fields, cpu);
  cpu->name = device_kind_at (GK_CPU)->first;
  cpu->description = device_kind_at (GK_CPU)->label;
  found->devices = (struct items){ cpu, 1 };
  for (int i = GK_CPU + 1; i < N_DEVICE_KINDS; i++)
    if ((kinds & GK_BIT (i)) != 0)
      found->absent[i] = pool_text (pool, why);
}

static struct device_records
devices_from_answer (const json_t *reply, uint32_t kinds, const char *why,
                     struct pool *pool)
{
  struct device_records found;

  fields_clear (&devices_answer_fields, &found);
  if (reply != NULL)
    fields_from_json (&devices_answer_fields, &found, pool, reply, BY_WORKER);
  else
    set_unknown (&found, kinds, why, pool);
  return found;
}

static void
set_probed (struct device_record *device, const struct query *query, char *name,
            struct pool *pool)
{
  const char *why = query->why != NULL
                        ? query->why
                        : "no worker could be started to ask what it is";

  *device = device_record_lost (name, why, pool);
  if (query->reply == NULL)
    return;
  device->lost = NULL;
  fields_from_json (&device_fields, device, pool, query->reply, BY_WORKER);
  device->name = pool_text (pool, name);
}

/* Appends the devices of a kind of which there are several. */
static void
probe_each (struct device_records *found, gk_device_kind kind,
            struct pool *pool)
{
  struct items *all = &found->devices;
  const int64_t several = found->several[kind];
  const size_t n = several < 1 || several > DEVICES_MOST ? 0 : (size_t)several;
  struct query *query = xcalloc (n, sizeof *query);
  char **name = xcalloc (n, sizeof *name);
  struct device_record *device;

  for (size_t i = 0; i < n; i++) {
    name[i] = device_kind_name (kind, i);
    query[i].request
        = json_pack ("{s:s, s:s}", "op", "probe", "device", name[i]);
  }
  queries_answer (query, n, START_SECONDS, BEHIND_SECONDS);
  device = pool_alloc (pool, (all->n + n + 1) * sizeof *device);
  if (all->n > 0)
    memcpy (device, all->item, all->n * sizeof *device);
  for (size_t i = 0; i < n; i++) {
    set_probed (&device[all->n + i], &query[i], name[i], pool);
    free (name[i]);
  }
  if (n > 0)
    *all = (struct items){ device, all->n + n };
  queries_free (query, n);
  free (query);
  free (name);
}

/* Returns the devices of the kinds in a set of GK_BIT()s, with their texts in
 * the pool.  One that does not answer in time is among them as lost. */
static struct device_records
probe_devices (uint32_t kinds, struct pool *pool)
{
  json_t *reply = NULL;
  struct device_records found;
  struct child counts;
  char *why = NULL;

  if (child_spawn (&counts, CHILD_WORKER, 0)) {
    child_send (&counts, devices_request (kinds, true));
    if (child_wait (&counts, START_SECONDS, &reply, &why) == CHILD_TIMEOUT)
      why = xasprintf ("the driver did not answer within %d s", START_SECONDS);
  }
  if (reply == NULL && why == NULL)
    why = xstrdup ("no worker could be started to ask the driver");
  found = devices_from_answer (reply, kinds, why, pool);
  /* This process keeps the driver loaded until all are probed. */
  for (int kind = 0; kind < N_DEVICE_KINDS; kind++)
    probe_each (&found, (gk_device_kind)kind, pool);
  child_kill (&counts);
  free (why);
  json_decref (reply);
  return found;
}

struct supervisor {
  struct lane lane;
  const struct local_worker *local; /* NULL: children do the work */
  struct dispatcher *dispatcher;
  struct faults faults;
  size_t n_faults_read; /* of the faults */
};

/* For an answer about a device. */
#define DEVICE_SECONDS 60

struct supervisor *
supervisor_new (const struct local_worker *local)
{
  struct supervisor *s = xcalloc (1, sizeof *s);

  s->local = local;
  s->lane.telemetry.address = json_object ();
  s->lane.workers.faults = s->lane.judge.faults = &s->faults;
  if (local != NULL)
    s->dispatcher = local->start (JUDGE_HERE);
  else {
    inherited_store (&s->lane.inherited);
    confine_secret ();
    reaper_begin (false);
  }
  return s;
}

void
supervisor_examine (struct supervisor *s)
{
  s->lane.judge.examines = true;
}

void
supervisor_free (struct supervisor *s)
{
  lane_close (&s->lane);
  faults_free (&s->faults);
  if (s->local != NULL)
    s->local->end (s->dispatcher);
  free (s);
}

/* Sends this process a request, which it frees; returns the answer. */
static json_t *
dispatch_here (struct supervisor *s, json_t *request)
{
  json_t *reply = s->local->dispatch (s->dispatcher, request, -1);

  json_decref (request);
  return reply;
}

static struct device_records
find_here (struct supervisor *s, uint32_t kinds, struct pool *pool)
{
  json_t *reply = dispatch_here (s, devices_request (kinds, false));
  const struct device_records found
      = devices_from_answer (reply, kinds, NULL, pool);

  json_decref (reply);
  return found;
}

static void
store_addresses (struct supervisor *s, const struct device_records *found)
{
  const struct device_record *device = found->devices.item;

  for (size_t i = 0; i < found->devices.n; i++)
    if (device[i].name != NULL && device[i].address != NULL)
      json_object_set_new (s->lane.telemetry.address, device[i].name,
                           json_string (device[i].address));
}

struct device_records
supervisor_devices (struct supervisor *s, uint32_t kinds, struct pool *pool)
{
  const struct device_records found = s->local != NULL
                                          ? find_here (s, kinds, pool)
                                          : probe_devices (kinds, pool);

  store_addresses (s, &found);
  return found;
}

/* Sends an op about a device and stores the figures of the answer.  False, with
 * *why, to be freed, when that fails. */
static bool
query_device (struct supervisor *s, const char *op, const char *device,
              struct device_record *found, char **why)
{
  json_t *request = json_pack ("{s:s, s:s}", "op", op, "device", device);
  struct query query = { 0 };
  const char *error;

  *why = NULL;
  if (s->local != NULL)
    query.reply = dispatch_here (s, request);
  else {
    query.request = request;
    queries_answer (&query, 1, DEVICE_SECONDS, 0);
  }
  error = json_string_value (json_object_get (query.reply, "error"));
  fields_clear (&device_fields, found);
  if (error != NULL)
    *why = xstrdup (error);
  else if (query.why != NULL)
    *why = xasprintf ("%s: %s", device, query.why);
  else if (query.reply == NULL)
    *why = xasprintf ("no worker could be started to ask %s", device);
  else {
    struct pool pool = { 0 };

    /* Only figures are kept, no text. */
    fields_from_json (&device_fields, found, &pool, query.reply, BY_WORKER);
    pool_free (&pool);
  }
  queries_free (&query, 1);
  return *why == NULL;
}

bool
supervisor_measure_limits (struct supervisor *s, struct device_record *device,
                           char **why)
{
  struct device_record measured;

  if (!query_device (s, "limits", text_or_empty (device->name), &measured, why))
    return false;
  if (!device_record_has_measures (&measured)) {
    *why = xstrdup ("the answer can't be understood");
    return false;
  }
  device_record_set_measured (device, &measured);
  return true;
}

bool
supervisor_find_floor (struct supervisor *s, struct device_record *device,
                       char **why)
{
  struct device_record measured;

  if (!query_device (s, "floor", text_or_empty (device->name), &measured, why))
    return false;
  device->floor = measured.floor;
  return true;
}

static json_t *
set_up_here (struct supervisor *s, const struct case_ *c)
{
  json_t *request = request_set_up (c, judge_seed (c), s->lane.judge.examines);

  json_object_set_new (request, "number",
                       json_integer ((json_int_t)c->problem->index));
  return dispatch_here (s, request);
}

/* Runs a case in this process: the judge's part and the timer's call each
 * other. */
static void
run_in_process (struct supervisor *s, const struct case_ *c,
                struct case_record *record, struct pool *pool)
{
  json_t *reply = set_up_here (s, c);
  json_t *problem = json_object_get (reply, "problem");

  if (problem == NULL)
    session_end_refused (record, pool, reply);
  else {
    json_t *request = request_judge (c, 0, NULL), *verdict;

    json_object_set_new (request, "run", request_run (c, problem));
    verdict = dispatch_here (s, request);
    session_apply (record, pool, verdict, NULL);
    judge_note_faults (&s->lane.judge, c, verdict);
    json_decref (verdict);
  }
  json_decref (reply);
}

/* Returns why the case's plugins are no longer the files that were described,
 * to be freed; NULL: they are. */
static char *
files_replaced (const struct case_ *c)
{
  const struct plugin_desc *of_family = c->problem->job->family->plugin;
  const struct plugin_desc *of_variant = c->variant->plugin;
  char *why = file_replaced (of_family->path, of_family->identity);

  if (why == NULL && of_variant != of_family)
    why = file_replaced (of_variant->path, of_variant->identity);
  return why;
}

bool
supervisor_start_early (struct supervisor *s, const struct case_ *c)
{
  return s->local != NULL
         || (c->skip == NULL && lane_start_early (&s->lane, c));
}

void
supervisor_expect (struct supervisor *s, const struct case_ *later)
{
  lane_expect (&s->lane, later);
}

struct case_record *
supervisor_run_case (struct supervisor *s, const struct case_ *c,
                     struct pool *pool)
{
  struct case_record *record = case_record_new (pool, c);
  char *replaced;

  if (c->skip != NULL) {
    case_record_end (record, pool, c->absent ? STATUS_FAILED : STATUS_SKIPPED,
                     c->skip);
    return record;
  }
  replaced = files_replaced (c);
  if (replaced == NULL) {
    if (s->local != NULL)
      run_in_process (s, c, record, pool);
    else if (!lane_run_case (&s->lane, c, record, pool))
      return NULL;
    replaced = files_replaced (c);
  }
  /* A case during which a file was replaced may have run both versions. */
  if (replaced != NULL) {
    record = case_record_new (pool, c);
    case_record_end (record, pool, STATUS_FAILED, pool_made (pool, replaced));
  }
  if (s->lane.affinity != NULL && c->problem->job->cpus == NULL)
    record->place = pool_text (pool, s->lane.affinity->worker);
  return interrupt_signal () == 0 ? record : NULL;
}

bool
supervisor_replay_case (struct supervisor *s, const struct case_ *c,
                        struct case_record *record, struct pool *pool)
{
  return lane_replay_case (&s->lane, c, record, pool)
         && interrupt_signal () == 0;
}

void
supervisor_hold (struct supervisor *s, const struct case_ *c)
{
  json_t *reply = NULL;
  char *why = NULL;

  if (s->local != NULL)
    reply = set_up_here (s, c);
  else if (judge_ensure_problem (&s->lane.judge, c, &reply, &why)
           == JUDGE_FAILS)
    judge_retire (&s->lane.judge);
  json_decref (reply);
  free (why);
}

void
supervisor_release (struct supervisor *s)
{
  /* No teardown after Ctrl-C. */
  if (interrupt_signal () != 0)
    return;
  judge_release (&s->lane.judge);
  workers_retire_dead (&s->lane.workers);
  supervisor_restore (s, s->lane.last);
  if (s->local != NULL)
    json_decref (
        dispatch_here (s, json_pack ("{s:s}", "op", "release_problem")));
}

void
supervisor_restore (struct supervisor *s, const struct case_ *c)
{
  if (s->local == NULL)
    lane_restore (&s->lane, c);
}

void
supervisor_pin (struct supervisor *s, const struct cpu_affinity *affinity)
{
  s->lane.affinity = s->lane.workers.affinity = s->lane.judge.affinity
      = affinity;
}

const char *
supervisor_address (const struct supervisor *s, const char *device)
{
  return json_string_value (
      json_object_get (s->lane.telemetry.address, device));
}

struct fault_record *
supervisor_next_fault (struct supervisor *s)
{
  return s->n_faults_read < s->faults.n ? s->faults.fault[s->n_faults_read++]
                                        : NULL;
}
