/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/xalloc.h"
#include "process/child.h"
#include "process/dispatch.h"
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
  bool released; /* it holds no problem */
  size_t used;   /* the supervisor's count when it last ran a case */
};

struct supervisor {
  struct worker worker[KEPT];
  size_t count;
  struct dispatcher *local; /* in_process */
};

#define DEVICES_SECONDS 60
#define RELEASE_SECONDS 30

struct supervisor *
supervisor_new (bool in_process)
{
  struct supervisor *s = xcalloc (1, sizeof *s);

  if (in_process)
    s->local = dispatcher_new (true);
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
    dispatcher_free (s->local);
  free (s);
}

static json_t *
ask_devices (const json_t *request)
{
  json_t *reply = NULL;
  struct child child;
  char *why = NULL;

  if (child_spawn (&child)) {
    child_send (&child, request);
    if (child_wait (&child, DEVICES_SECONDS, &reply, &why) == CHILD_TIMEOUT)
      why = xasprintf ("asking the driver did not end within %d s",
                       DEVICES_SECONDS);
    child_kill (&child);
  }
  if (reply == NULL)
    reply = json_pack ("{s:[{s:s, s:s}], s:s}", "devices", "name", "cpu",
                       "description", "CPU", "no_cuda",
                       why != NULL ? why : "no worker could ask the driver");
  free (why);
  return reply;
}

struct device_records
supervisor_devices (struct supervisor *s, bool cuda, struct pool *pool)
{
  json_t *request = json_pack ("{s:s, s:b}", "op", "devices", "cuda", cuda);
  json_t *reply
      = s->local != NULL ? dispatch (s->local, request) : ask_devices (request);
  struct device_records found;

  fields_clear (&devices_answer_fields, &found);
  fields_from_json (&devices_answer_fields, &found, pool, reply, BY_WORKER);
  json_decref (reply);
  json_decref (request);
  return found;
}

/* Has every other worker on the device give its problem's memory back. */
static void
release_others (struct supervisor *s, const struct worker *for_this)
{
  for (int i = 0; i < KEPT; i++) {
    struct worker *w = &s->worker[i];
    json_t *request, *reply = NULL;
    char *why = NULL;

    if (w == for_this || w->plugin == NULL || w->released
        || strcmp (w->device, for_this->device) != 0)
      continue;
    request = json_pack ("{s:s}", "op", "release_problem");
    w->released = true;
    if (!child_send (&w->child, request)
        || child_wait (&w->child, RELEASE_SECONDS, &reply, &why)
               != CHILD_ANSWERED)
      retire (w, child_kill);
    free (why);
    json_decref (reply);
    json_decref (request);
  }
}

/* The worker for a case, started where there is none; NULL when it can't be. */
static struct worker *
worker_for (struct supervisor *s, const struct case_ *c)
{
  struct worker *place = &s->worker[0];

  for (int i = 0; i < KEPT; i++) {
    struct worker *w = &s->worker[i];
    /* One that was killed while it was idle is no fault of this case. */
    if (w->plugin != NULL && child_gone (&w->child))
      retire (w, child_kill);
    if (w->plugin != NULL && strcmp (w->plugin, c->variant->plugin->path) == 0
        && strcmp (w->device, c->device) == 0)
      return w;
    /* An empty place, else the one that has been idle for longest. */
    if (w->used < place->used)
      place = w;
  }
  retire (place, child_end);
  if (!child_spawn (&place->child))
    return NULL;
  place->plugin = xstrdup (c->variant->plugin->path);
  place->device = xstrdup (c->device);
  place->released = true;
  return place;
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

static void
note_output (struct case_record *record, struct pool *pool, struct worker *w)
{
  char *text = child_output (&w->child), *clean;

  if (text == NULL)
    return;
  clean = utf8_text (text);
  record->output = pool_text (pool, clean);
  free (clean);
  free (text);
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
    why = xasprintf ("did not end within %g s; choose a smaller problem or "
                     "raise timeout",
                     seconds);
    case_record_end (record, pool, STATUS_TIMEOUT, why);
    break;
  case CHILD_INTERRUPTED:
    break;
  }
  note_output (record, pool, w);
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
    case_record_end (record, pool, STATUS_SKIPPED, c->skip);
    return record;
  }
  request = request_of_case (c);
  if (s->local != NULL) {
    json_t *reply = dispatch (s->local, request);
    apply_reply (record, pool, reply);
    json_decref (reply);
  } else if ((w = worker_for (s, c)) != NULL) {
    release_others (s, w);
    w->released = false;
    w->used = ++s->count;
    child_send (&w->child, request);
    ok = await (w, c, record, pool);
  } else
    ok = false;
  json_decref (request);
  return ok && interrupt_signal () == 0 ? record : NULL;
}
