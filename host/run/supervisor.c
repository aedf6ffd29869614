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
#include "run/barrier.h"
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
  struct lane all;                  /* of cases that run by themselves */
  struct device_lane *device_lane;  /* of those that run side by side */
  size_t n_device_lanes;            /* 0: none do right now */
  const struct local_worker *local; /* NULL: other processes do it */
  struct dispatcher *dispatcher;    /* local's */
  json_t *address;                  /* of devices that have one, by name */
  struct faults faults;
  size_t n_faults_read;    /* of them */
  struct barrier *barrier; /* NULL: no case waits for other ranks */
};

/* A lane beside others. */
struct device_lane {
  struct lane lane;
  bool over; /* all of its cases ran */
  void (*run) (void *user, size_t i);
  void *user;
  size_t i;
};

/* For what is found out of a device by an op of its own. */
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
supervisor_set_barrier (struct supervisor *s, struct barrier *barrier)
{
  s->barrier = barrier;
}

int64_t
supervisor_barriers_passed (const struct supervisor *s)
{
  return s->barrier != NULL ? s->barrier->met : INTEGER_ABSENT;
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

/* What a worker answers; NULL and *why, to be freed, when none does. */
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

/* Likewise of a worker, or here. */
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
learn_addresses (struct supervisor *s, const struct device_records *found)
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

  learn_addresses (s, &found);
  return found;
}

/* What is found out of a device by an op of its own.  False where it can't be:
 * *why says why, to be freed. */
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

    /* Figures alone: no text of it is kept. */
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

/* In this process, one side after the other. */
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

/* Why the case would not be of the files that were described; NULL: it is. */
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

/* What ran of a file that is another by now may have been of both. */
static struct case_record *
end_replaced (const struct case_ *c, struct pool *pool, char *why)
{
  struct case_record *record = case_record_new (pool, c);

  case_record_end (record, pool, STATUS_FAILED, why);
  free (why);
  return record;
}

/* The lane that its device has now. */
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

/* Those that have cases of their own beside a device's. */
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

/* Of several turns, of the first: they are alike. */
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

  if (state->record == NULL) {
    barrier_meet (s->barrier, c->skip == NULL);
    state->record = case_record_new (pool, c);
  }
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
  struct device_lane *side = user;

  side->run (side->user, side->i);
  side->over = true;
  lane_release (&side->lane);
  lane_close (&side->lane);
}

/* Where each of them computes. */
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

/* False, complained of, where they can't be. */
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

  /* What ran by itself holds no memory and takes no time any more. */
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
