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
  char *plugin, *device; /* what it serves; NULL: an empty place */
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
  json_t *faults;                   /* records that nobody has asked for yet */
};

#define DEVICES_SECONDS 60

struct supervisor *
supervisor_new (const struct local_worker *local)
{
  struct supervisor *s = xcalloc (1, sizeof *s);

  s->faults = json_array ();
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
  json_decref (s->faults);
  free (s);
}

/* What there is without anybody to ask. */
static json_t *
devices_unknown (uint32_t kinds, const char *why)
{
  const char *cpu = device_kind_at (GK_CPU)->first;
  json_t *json = json_pack ("{s:[{s:s, s:s}]}", "devices", "name", cpu,
                            "description", device_kind_at (GK_CPU)->label);

  for (int i = GK_CPU + 1; i < N_DEVICE_KINDS; i++)
    if ((kinds & GK_BIT (i)) != 0) {
      char *key = device_kind_absent_key ((gk_device_kind)i);
      json_object_set_new (json, key, json_text (why));
      free (key);
    }
  return json;
}

static json_t *
ask_devices (const json_t *request, uint32_t kinds)
{
  json_t *reply = NULL;
  struct child child;
  char *why = NULL;

  if (child_spawn (&child)) {
    child_send (&child, request);
    if (child_wait (&child, DEVICES_SECONDS, &reply, &why) == CHILD_TIMEOUT)
      why = xasprintf ("the driver did not answer within %d s",
                       DEVICES_SECONDS);
    child_kill (&child);
  }
  if (reply == NULL)
    reply = devices_unknown (
        kinds, why != NULL ? why : "no worker could be started to ask the driver");
  free (why);
  return reply;
}

json_t *
supervisor_devices (struct supervisor *s, uint32_t kinds)
{
  json_t *names = json_array (), *request, *reply;

  for (int i = 0; i < N_DEVICE_KINDS; i++)
    if ((kinds & GK_BIT (i)) != 0)
      json_array_append_new (
          names, json_string (device_kind_at ((gk_device_kind)i)->name));
  request = json_pack ("{s:s, s:o}", "op", "devices", "kinds", names);
  reply = s->local != NULL ? s->local->dispatch (s->dispatcher, request)
                           : ask_devices (request, kinds);
  json_decref (request);
  return reply;
}

static char *
timeout_reason (double seconds, const char *remedy)
{
  return xasprintf ("did not finish within %g s; %s", seconds, remedy);
}

static void
note_output (json_t *record, struct worker *w)
{
  char *text = child_output (&w->child);

  if (text != NULL)
    json_object_set_new (record, "output", json_text (text));
  free (text);
}

/* A worker that fell while it gave up its problem: the family's teardown was
 * running, and no variant. */
static void
note_fault (struct supervisor *s, struct worker *w, const char *status,
            const char *why)
{
  json_t *record = fault_record (w->holds, "teardown", status, why);

  note_output (record, w);
  json_array_append_new (s->faults, record);
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
    note_fault (s, w, "crashed", why);
  else if (answer == CHILD_TIMEOUT) {
    why = timeout_reason (seconds, "raise timeout");
    note_fault (s, w, "timeout", why);
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

/* An empty place, else the one whose worker has been idle for longest. */
static struct worker *
make_place (struct supervisor *s)
{
  struct worker *place = &s->worker[0];

  for (int i = 1; i < KEPT; i++)
    if (s->worker[i].used < place->used)
      place = &s->worker[i];
  if (place->plugin != NULL)
    release_problem (s, place);
  retire (place, child_end);
  return place;
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
  w = make_place (s);
  if (!child_spawn (&w->child))
    return NULL;
  w->plugin = xstrdup (c->variant->plugin->path);
  w->device = xstrdup (c->device);
  return w;
}

/* Joins what the worker said with the record; true when it can go on. */
static bool
apply_reply (json_t *record, json_t *reply)
{
  bool needs_restart = json_is_true (json_object_get (reply, "needs_restart"));

  json_object_del (reply, "needs_restart");
  if (!json_is_string (json_object_get (reply, "status")))
    case_record_end (record, "failed", "the worker's answer has no status");
  else
    json_object_update (record, reply);
  return !needs_restart;
}

/* Waits for the case that was sent; false when interrupted. */
static bool
await (struct worker *w, const struct case_ *c, json_t *record)
{
  double seconds = c->problem->job->settings.sampling.timeout;
  enum child_answer result;
  json_t *reply = NULL;
  char *why = NULL;
  bool healthy = false;

  result = child_wait (&w->child, seconds, &reply, &why);
  switch (result) {
  case CHILD_ANSWERED:
    healthy = apply_reply (record, reply);
    break;
  case CHILD_CRASHED:
    case_record_end (record, "crashed", why);
    break;
  case CHILD_TIMEOUT:
    why = timeout_reason (seconds, "choose a smaller problem or raise timeout");
    case_record_end (record, "timeout", why);
    break;
  case CHILD_INTERRUPTED:
    break;
  }
  note_output (record, w);
  /* A fault may have left anything in its process. */
  if (!healthy)
    retire (w, child_kill);
  json_decref (reply);
  free (why);
  return result != CHILD_INTERRUPTED;
}

json_t *
supervisor_run (struct supervisor *s, const struct case_ *c)
{
  json_t *record = case_record (c), *request;
  struct worker *w;
  bool ok = true;

  if (c->skip != NULL) {
    case_record_end (record, c->absent ? "failed" : "skipped", c->skip);
    return record;
  }
  request = request_of_case (c);
  if (s->local != NULL) {
    json_t *reply = s->local->dispatch (s->dispatcher, request);
    apply_reply (record, reply);
    json_decref (reply);
  } else if ((w = worker_for (s, c)) != NULL) {
    release_others (s, w);
    w->holds = c;
    w->used = ++s->count;
    child_send (&w->child, request);
    ok = await (w, c, record);
  } else
    ok = false;
  json_decref (request);
  if (ok && interrupt_signal () == 0)
    return record;
  json_decref (record);
  return NULL;
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

json_t *
supervisor_faults (struct supervisor *s)
{
  json_t *faults = s->faults;

  s->faults = json_array ();
  return faults;
}
