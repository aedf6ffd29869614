/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/xalloc.h"
#include "device/kinds.h"
#include "process/child.h"
#include "process/interrupt.h"
#include "process/request.h"
#include "process/supervisor.h"
#include "record/case-record.h"

/* Workers that are kept.  An idle CUDA context holds some hundred megabytes of
 * the device's memory. */
enum { KEPT = 4 };

struct worker {
  char *plugin, *device; /* what it serves; NULL: an empty slot */
  struct child child;
  const struct case_ *holds; /* a case of the problem that it has set up; NULL:
                                none */
  size_t used; /* the supervisor's count when it last ran a case */
};

struct supervisor {
  struct worker worker[KEPT];
  size_t count;
  const struct local_worker *local; /* NULL: workers do it */
  struct dispatcher *dispatcher;    /* local's */
  struct pool pool;                 /* of fault records */
  struct fault_record **fault;
  size_t n_faults, n_told;
};

#define DEVICES_SECONDS 60

struct supervisor *
supervisor_new (const struct local_worker *local)
{
  struct supervisor *s = xcalloc (1, sizeof *s);

  s->local = local;
  if (local != NULL)
    s->dispatcher = local->start (true);
  return s;
}

static void
retire (struct worker *w, void (*how) (struct child *))
{
  if (w->plugin == NULL)
    return;
  how (&w->child);
  free (w->plugin);
  free (w->device);
  *w = (struct worker){ 0 };
}

void
supervisor_free (struct supervisor *s)
{
  for (int i = 0; i < KEPT; i++)
    retire (&s->worker[i], interrupt_signal () ? child_kill : child_end);
  if (s->local != NULL)
    s->local->end (s->dispatcher);
  free (s->fault);
  pool_free (&s->pool);
  free (s);
}

/* What there is without anybody to ask. */
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

/* What a worker answers; NULL and *why, to be freed, when none does. */
static json_t *
ask_devices (const json_t *request, char **why)
{
  json_t *reply = NULL;
  struct child child;

  if (child_spawn (&child)) {
    child_send (&child, request);
    if (child_wait (&child, DEVICES_SECONDS, &reply, why) == CHILD_TIMEOUT)
      *why = xasprintf ("the driver did not answer within %d s",
                        DEVICES_SECONDS);
    child_kill (&child);
  }
  if (reply == NULL && *why == NULL)
    *why = xstrdup ("no worker could be started to ask the driver");
  return reply;
}

struct device_records
supervisor_devices (struct supervisor *s, uint32_t kinds, struct pool *pool)
{
  json_t *names = json_array (), *request, *reply;
  struct device_records found;
  char *why = NULL;

  for (int i = 0; i < N_DEVICE_KINDS; i++)
    if ((kinds & GK_BIT (i)) != 0)
      json_array_append_new (
          names, json_string (device_kind_at ((gk_device_kind)i)->name));
  request = json_pack ("{s:s, s:o}", "op", "devices", "kinds", names);
  reply = s->local != NULL ? s->local->dispatch (s->dispatcher, request)
                           : ask_devices (request, &why);
  fields_clear (&devices_answer_fields, &found);
  if (reply != NULL)
    fields_from_json (&devices_answer_fields, &found, pool, reply, BY_WORKER);
  else
    set_unknown (&found, kinds, why, pool);
  free (why);
  json_decref (reply);
  json_decref (request);
  return found;
}

static char *
timeout_reason (double seconds, const char *remedy)
{
  return xasprintf ("did not finish within %g s; %s", seconds, remedy);
}

/* What a worker printed, in the pool; NULL: nothing. */
static const char *
output_of (struct worker *w, struct pool *pool)
{
  char *text = child_output (&w->child), *clean;
  const char *kept;

  if (text == NULL)
    return NULL;
  clean = utf8_text (text);
  kept = pool_text (pool, clean);
  free (clean);
  free (text);
  return kept;
}

/* A worker that fell while it gave up its problem: the family's teardown was
 * running, and no variant. */
static void
note_fault (struct supervisor *s, struct worker *w, enum status status,
            const char *why)
{
  struct fault_record *record
      = fault_record_new (&s->pool, w->holds, "teardown", status, why);

  record->output = output_of (w, &s->pool);
  s->fault = xgrow (s->fault, s->n_faults, sizeof s->fault[0]);
  s->fault[s->n_faults++] = record;
}

/* Has a worker end its problem and give the memory back, within the time of a
 * case of it. */
static void
release_problem (struct supervisor *s, struct worker *w)
{
  json_t *request, *reply = NULL;
  enum child_answer answer;
  double seconds;
  char *why = NULL;

  if (w->holds == NULL)
    return;
  seconds = w->holds->problem->job->settings.sampling.timeout;
  request = json_pack ("{s:s}", "op", "release_problem");
  child_send (&w->child, request);
  answer = child_wait (&w->child, seconds, &reply, &why);
  if (answer == CHILD_CRASHED)
    note_fault (s, w, STATUS_CRASHED, why);
  else if (answer == CHILD_TIMEOUT) {
    why = timeout_reason (seconds, "raise timeout");
    note_fault (s, w, STATUS_TIMEOUT, why);
  }
  w->holds = NULL;
  /* What it printed belongs to no case. */
  free (child_output (&w->child));
  if (answer != CHILD_ANSWERED)
    retire (w, child_kill);
  free (why);
  json_decref (reply);
  json_decref (request);
}

/* Has the other workers on the device give their problems' memory back. */
static void
release_others (struct supervisor *s, const struct worker *for_this)
{
  for (int i = 0; i < KEPT; i++) {
    struct worker *w = &s->worker[i];

    if (w != for_this && w->plugin != NULL
        && strcmp (w->device, for_this->device) == 0)
      release_problem (s, w);
  }
}

/* The worker that serves a case's plugin on its device; NULL: there is none. */
static struct worker *
find_worker (struct supervisor *s, const struct case_ *c)
{
  for (int i = 0; i < KEPT; i++) {
    struct worker *w = &s->worker[i];

    if (w->plugin != NULL && strcmp (w->plugin, c->variant->plugin->path) == 0
        && strcmp (w->device, c->device) == 0)
      return w;
  }
  return NULL;
}

/* An empty slot, else the one whose worker has been idle for longest. */
static struct worker *
empty_slot (struct supervisor *s)
{
  struct worker *slot = &s->worker[0];

  for (int i = 1; i < KEPT; i++)
    if (s->worker[i].used < slot->used)
      slot = &s->worker[i];
  if (slot->plugin != NULL)
    release_problem (s, slot);
  retire (slot, child_end);
  return slot;
}

/* The worker for a case, which holds no other problem; started where there is
 * none, NULL when it can't be. */
static struct worker *
worker_for (struct supervisor *s, const struct case_ *c)
{
  struct worker *w;

  /* One that was killed while it was idle is no fault of this case. */
  for (int i = 0; i < KEPT; i++)
    if (s->worker[i].plugin != NULL && child_gone (&s->worker[i].child))
      retire (&s->worker[i], child_kill);
  w = find_worker (s, c);
  if (w != NULL && w->holds != NULL && w->holds->problem != c->problem)
    release_problem (s, w);
  if (w != NULL && w->plugin != NULL)
    return w;
  w = empty_slot (s);
  if (!child_spawn (&w->child))
    return NULL;
  w->plugin = xstrdup (c->variant->plugin->path);
  w->device = xstrdup (c->device);
  return w;
}

/* Sets what a worker may say of the record; true when it can go on. */
static bool
apply_reply (struct case_record *record, struct pool *pool, const json_t *reply)
{
  fields_from_json (&case_fields, record, pool, reply, BY_WORKER);
  if (record->result.status == STATUS_ABSENT)
    case_record_end (record, pool, STATUS_FAILED,
                     "the worker's answer has no status");
  return !json_is_true (json_object_get (reply, "needs_restart"));
}

/* Waits for the case that was sent; false when interrupted. */
static bool
await (struct worker *w, const struct case_ *c, struct case_record *record,
       struct pool *pool)
{
  double seconds = c->problem->job->settings.sampling.timeout;
  enum child_answer result;
  json_t *reply = NULL;
  char *why = NULL;
  bool healthy = false;

  result = child_wait (&w->child, seconds, &reply, &why);
  switch (result) {
  case CHILD_ANSWERED:
    healthy = apply_reply (record, pool, reply);
    break;
  case CHILD_CRASHED:
    case_record_end (record, pool, STATUS_CRASHED, why);
    break;
  case CHILD_TIMEOUT:
    why = timeout_reason (seconds, "choose a smaller problem or raise timeout");
    case_record_end (record, pool, STATUS_TIMEOUT, why);
    break;
  case CHILD_INTERRUPTED:
    break;
  }
  record->output = output_of (w, pool);
  /* A fault may have left anything in its process. */
  if (!healthy)
    retire (w, child_kill);
  json_decref (reply);
  free (why);
  return result != CHILD_INTERRUPTED;
}

struct case_record *
supervisor_run (struct supervisor *s, const struct case_ *c, struct pool *pool)
{
  struct case_record *record = case_record_new (pool, c);
  json_t *request;
  struct worker *w;
  bool ok = true;

  if (c->skip != NULL) {
    case_record_end (record, pool, c->absent ? STATUS_FAILED : STATUS_SKIPPED,
                     c->skip);
    return record;
  }
  request = request_of_case (c);
  if (s->local != NULL) {
    json_t *reply = s->local->dispatch (s->dispatcher, request);
    apply_reply (record, pool, reply);
    json_decref (reply);
  } else if ((w = worker_for (s, c)) != NULL) {
    release_others (s, w);
    w->holds = c;
    w->used = ++s->count;
    child_send (&w->child, request);
    ok = await (w, c, record, pool);
  } else
    ok = false;
  json_decref (request);
  return ok && interrupt_signal () == 0 ? record : NULL;
}

void
supervisor_release (struct supervisor *s)
{
  json_t *request;

  /* Nobody waits for a teardown after Ctrl-C. */
  if (interrupt_signal () != 0)
    return;
  for (int i = 0; i < KEPT; i++)
    if (s->worker[i].plugin != NULL)
      release_problem (s, &s->worker[i]);
  if (s->local == NULL)
    return;
  request = json_pack ("{s:s}", "op", "release_problem");
  json_decref (s->local->dispatch (s->dispatcher, request));
  json_decref (request);
}

struct fault_record *
supervisor_next_fault (struct supervisor *s)
{
  return s->n_told < s->n_faults ? s->fault[s->n_told++] : NULL;
}
