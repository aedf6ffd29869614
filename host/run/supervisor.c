/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/interrupt.h"
#include "base/processors.h"
#include "base/strand.h"
#include "base/text.h"
#include "base/xalloc.h"
#include "device/kinds.h"
#include "plugin/file-identity.h"
#include "run/child.h"
#include "run/confine.h"
#include "run/faults.h"
#include "run/session.h"
#include "run/judges.h"
#include "run/lane.h"
#include "run/probing.h"
#include "run/request.h"
#include "run/supervisor.h"
#include "record/case-record.h"
#include "record/run-record.h"

struct supervisor {
  struct lane all;                  /* for cases that run by themselves */
  struct device_lane *device_lane;  /* for those that run side by side */
  size_t n_device_lanes;            /* 0: no case runs side by side now */
  const struct local_worker *local; /* NULL: children do the work */
  struct dispatcher *dispatcher;
  json_t *address; /* of devices by name, where known */
  struct faults faults;
  size_t n_faults_read; /* of the faults */
};

/* A lane of one device, beside others. */
struct device_lane {
  struct lane lane;
  bool over; /* all of its cases have run */
  void (*run) (void *user, size_t i);
  void *user;
  size_t i;
};

/* For an answer about a device. */
#define DEVICE_SECONDS 60

struct supervisor *
supervisor_new (const struct local_worker *local)
{
  struct supervisor *s = xcalloc (1, sizeof *s);

  s->local = local;
  s->address = json_object ();
  lane_open (&s->all, &s->faults, s->address);
  if (local != NULL)
    s->dispatcher = local->start (JUDGE_HERE);
  else
    confine_secret ();
  return s;
}

void
supervisor_examine (struct supervisor *s)
{
  s->all.judge.examines = true;
}

void
supervisor_free (struct supervisor *s)
{
  lane_close (&s->all);
  json_decref (s->address);
  faults_free (&s->faults);
  if (s->local != NULL)
    s->local->end (s->dispatcher);
  free (s);
}

/* Returns a new worker's answer; NULL and *why, to be freed, when none
 * comes. */
static json_t *
query_worker (const json_t *request, const char *device, char **why)
{
  json_t *reply = NULL;
  struct child child;

  if (child_spawn (&child, CHILD_WORKER, NULL)) {
    child_send (&child, request);
    if (child_wait (&child, DEVICE_SECONDS, &reply, why) == CHILD_TIMEOUT)
      *why
          = xasprintf ("%s did not answer within %d s", device, DEVICE_SECONDS);
    child_kill (&child);
  }
  if (reply == NULL && *why == NULL)
    *why = xasprintf ("no worker could be started to ask %s", device);
  return reply;
}

/* Returns a worker's answer; with --in-process, this process's. */
static json_t *
query_worker_or_local (struct supervisor *s, const json_t *request,
                       const char *device, char **why)
{
  return s->local != NULL ? s->local->dispatch (s->dispatcher, request, -1)
                          : query_worker (request, device, why);
}

static struct device_records
find_here (struct supervisor *s, uint32_t kinds, struct pool *pool)
{
  json_t *request = devices_request (kinds, false);
  json_t *reply = s->local->dispatch (s->dispatcher, request, -1);
  const struct device_records found
      = devices_from_answer (reply, kinds, NULL, pool);

  json_decref (reply);
  json_decref (request);
  return found;
}

static void
store_addresses (struct supervisor *s, const struct device_records *found)
{
  const struct device_record *device = found->devices.item;

  for (size_t i = 0; i < found->devices.n; i++)
    if (device[i].name != NULL && device[i].address != NULL)
      json_object_set_new (s->address, device[i].name,
                           json_string (device[i].address));
  if (s->local == NULL)
    telemetry_set_devices (&s->all.telemetry, s->address);
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
  json_t *reply;
  const char *error;

  *why = NULL;
  reply = query_worker_or_local (s, request, device, why);
  error = json_string_value (json_object_get (reply, "error"));
  fields_clear (&device_fields, found);
  if (error != NULL)
    *why = xstrdup (error);
  else if (reply != NULL) {
    struct pool pool = { 0 };

    /* Only figures are kept, no text. */
    fields_from_json (&device_fields, found, &pool, reply, BY_WORKER);
    pool_free (&pool);
  }
  json_decref (reply);
  json_decref (request);
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

/* Runs a case in this process: the judge's part and the timer's call each
 * other. */
static void
run_in_process (struct supervisor *s, const struct case_ *c,
                struct case_record *record, struct pool *pool)
{
  json_t *request = request_set_up (c, judge_seed (c), s->all.judge.examines);
  json_t *reply, *problem;

  json_object_set_new (request, "number",
                       json_integer ((json_int_t)c->problem->index));
  reply = s->local->dispatch (s->dispatcher, request, -1);
  json_decref (request);
  problem = json_object_get (reply, "problem");
  if (problem == NULL)
    session_end_refused (record, pool, reply);
  else {
    json_t *verdict;

    request = request_judge (c, 0, REQUEST_WHOLE);
    json_object_set_new (request, "run", request_run (c, problem));
    verdict = s->local->dispatch (s->dispatcher, request, -1);
    session_apply (record, pool, verdict, NULL, NULL);
    judge_note_faults (&s->all.judge, c, verdict);
    json_decref (verdict);
    json_decref (request);
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

/* A case during which a file was replaced may have run both versions. */
static struct case_record *
end_replaced (const struct case_ *c, struct pool *pool, char *why)
{
  struct case_record *record = case_record_new (pool, c);

  case_record_end (record, pool, STATUS_FAILED, why);
  free (why);
  return record;
}

/* Returns the lane of the case's device. */
static struct lane *
lane_of (struct supervisor *s, const struct case_ *c)
{
  for (size_t i = 0; i < s->n_device_lanes; i++)
    if (strcmp (s->device_lane[i].lane.device, c->device) == 0)
      return &s->device_lane[i].lane;
  return &s->all;
}

static bool
run_anywhere (struct supervisor *s, struct case_state *state, struct pool *pool)
{
  if (s->local == NULL)
    return lane_run_case (lane_of (s, state->c), state, pool);
  run_in_process (s, state->c, state->record, pool);
  state->paused = false;
  return true;
}

/* Returns the devices other than this one on which cases run now. */
static struct texts
devices_beside (const struct supervisor *s, const char *device,
                struct pool *pool)
{
  struct texts beside = { 0 };

  for (size_t i = 0; i < s->n_device_lanes; i++)
    if (!s->device_lane[i].over
        && strcmp (s->device_lane[i].lane.device, device) != 0)
      texts_add (pool, &beside, s->device_lane[i].lane.device);
  return beside;
}

/* Stores what ran beside the case's first turn.  The other turns are like
 * it. */
static void
store_neighbours (struct supervisor *s, const struct case_state *state,
                  struct texts beside, struct pool *pool)
{
  const struct job *job = state->c->problem->job;
  struct case_record *record = state->record;
  const struct lane *lane = lane_of (s, state->c);

  if (record->beside.n == 0)
    record->beside = beside;
  if (lane->has_affinity && job->cpus == NULL)
    record->place = pool_text (pool, lane->affinity.worker);
}

bool
supervisor_run_case (struct supervisor *s, struct case_state *state,
                     struct pool *pool)
{
  const struct case_ *c = state->c;
  const struct texts beside = devices_beside (s, c->device, pool);
  bool ok = true;
  char *replaced;

  if (state->record == NULL)
    state->record = case_record_new (pool, c);
  if (c->skip != NULL) {
    case_record_end (state->record, pool,
                     c->absent ? STATUS_FAILED : STATUS_SKIPPED, c->skip);
    return true;
  }
  replaced = files_replaced (c);
  if (replaced == NULL) {
    ok = run_anywhere (s, state, pool);
    replaced = files_replaced (c);
  }
  if (replaced != NULL) {
    state->record = end_replaced (c, pool, replaced);
    state->paused = false;
  }
  store_neighbours (s, state, beside, pool);
  return ok && interrupt_signal () == 0;
}

void
supervisor_hold (struct supervisor *s, const struct case_ *c)
{
  json_t *request, *reply = NULL;
  char *why = NULL;

  if (s->local == NULL) {
    if (judge_ensure_problem (&s->all.judge, c, &reply, &why) == JUDGE_FAILS)
      judge_retire (&s->all.judge);
  } else {
    request = request_set_up (c, judge_seed (c), s->all.judge.examines);
    reply = s->local->dispatch (s->dispatcher, request, -1);
    json_decref (request);
  }
  json_decref (reply);
  free (why);
}

void
supervisor_release (struct supervisor *s)
{
  json_t *request;

  lane_release (&s->all);
  if (s->local == NULL || interrupt_signal () != 0)
    return;
  request = json_pack ("{s:s}", "op", "release_problem");
  json_decref (s->local->dispatch (s->dispatcher, request, -1));
  json_decref (request);
}

static void
device_lane_run (void *user)
{
  struct device_lane *lane = user;

  lane->run (lane->user, lane->i);
  lane->over = true;
  lane_release (&lane->lane);
  lane_close (&lane->lane);
}

static void
device_lanes_pin (struct supervisor *s)
{
  const char **address = xcalloc (s->n_device_lanes, sizeof *address);
  struct cpu_affinity *place = xcalloc (s->n_device_lanes, sizeof *place);
  cpu_set_t usable;

  for (size_t i = 0; i < s->n_device_lanes; i++)
    address[i] = json_string_value (
        json_object_get (s->address, s->device_lane[i].lane.device));
  processors_get_usable (&usable);
  cpu_affinities_make (place, "", address, s->n_device_lanes, &usable);
  for (size_t i = 0; i < s->n_device_lanes; i++) {
    s->device_lane[i].lane.affinity = place[i];
    s->device_lane[i].lane.has_affinity = true;
  }
  free (address);
  free (place);
}

/* False, after a message, when a lane can't be made. */
static bool
device_lanes_open (struct supervisor *s)
{
  for (size_t i = 0; i < s->n_device_lanes; i++) {
    struct lane *lane = &s->device_lane[i].lane;

    lane->strand = strand_new (device_lane_run, &s->device_lane[i]);
    if (lane->strand == NULL)
      return false;
  }
  device_lanes_pin (s);
  for (size_t i = 0; i < s->n_device_lanes; i++)
    lane_open (&s->device_lane[i].lane, &s->faults, s->address);
  return true;
}

bool
supervisor_run_lanes (struct supervisor *s, const char *const *device, size_t n,
                      void (*run) (void *user, size_t i), void *user)
{
  struct strand **strand = xcalloc (n, sizeof *strand);
  bool ok;

  /* Releases the memory and the processes of cases that ran by themselves. */
  lane_release (&s->all);
  lane_close (&s->all);
  lane_open (&s->all, &s->faults, s->address);
  s->device_lane = xcalloc (n, sizeof *s->device_lane);
  s->n_device_lanes = n;
  for (size_t i = 0; i < n; i++)
    s->device_lane[i] = (struct device_lane){
      .lane.device = device[i], .run = run, .user = user, .i = i
    };
  ok = device_lanes_open (s);
  for (size_t i = 0; i < n; i++)
    strand[i] = s->device_lane[i].lane.strand;
  if (ok)
    strands_run (strand, n);
  for (size_t i = 0; i < n; i++)
    strand_free (strand[i]);
  free (strand);
  free (s->device_lane);
  s->device_lane = NULL;
  s->n_device_lanes = 0;
  return ok;
}

struct fault_record *
supervisor_next_fault (struct supervisor *s)
{
  return s->n_faults_read < s->faults.n ? s->faults.fault[s->n_faults_read++]
                                        : NULL;
}
