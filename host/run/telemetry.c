/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>

#include "base/interrupt.h"
#include "base/xalloc.h"
#include "run/telemetry.h"

/* For an answer, once the case's turn is over.  A library that starts, or a
 * driver that is busy, needs a second or two. */
#define POLLER_SECONDS 5

void
telemetry_set_devices (struct telemetry *t, const json_t *address)
{
  json_decref (t->address);
  t->address = json_object_size (address) > 0 ? json_deep_copy (address) : NULL;
}

/* Ends telemetry for the rest of the run. */
static void
stop_telemetry (struct telemetry *t, char *why)
{
  child_kill (&t->poller);
  json_decref (t->address);
  t->address = NULL;
  t->polling = false;
  free (t->lost);
  t->lost = why;
}

static json_t *
ids_of (struct workers *workers)
{
  json_t *ids = json_array ();

  for (int i = 0; i < WORKERS_KEPT; i++)
    if (workers->worker[i].plugin != NULL) {
      pid_t pid = child_process (&workers->worker[i].child);

      if (pid > 0)
        json_array_append_new (ids, json_integer (pid));
    }
  return ids;
}

void
telemetry_begin (struct telemetry *t, const struct case_state *state,
                 struct workers *workers)
{
  json_t *address = json_object_get (t->address, state->c->device), *request;

  if (address == NULL)
    return;
  if (t->poller.pid == 0
      && !child_spawn (&t->poller, CHILD_POLLER, t->strand)) {
    stop_telemetry (t, xstrdup ("no watcher could be started"));
    return;
  }
  request = json_pack ("{s:s, s:s, s:O, s:b, s:o}", "op", "watch", "device",
                       state->c->device, "address", address, "all",
                       state->turn == 0, "ours", ids_of (workers));
  child_send (&t->poller, request);
  json_decref (request);
  t->polling = true;
}

/* Returns the answer to the last request; NULL when there is none. */
static json_t *
answer_of (struct telemetry *t)
{
  json_t *reply = NULL;
  char *why = NULL;

  switch (child_wait (&t->poller, POLLER_SECONDS, &reply, &why)) {
  case CHILD_ANSWERED:
    return reply;
  case CHILD_TIMEOUT:
    stop_telemetry (
        t, xasprintf ("the watcher did not answer within %d s: the driver's "
                      "management library hangs",
                      POLLER_SECONDS));
    break;
  case CHILD_INTERRUPTED:
    t->polling = false;
    break;
  default:
    stop_telemetry (t, why);
  }
  return NULL;
}

/* Removes a device that has no meter. */
static bool
has_no_meter (struct telemetry *t, const char *device, const json_t *answer)
{
  if (!json_is_true (json_object_get (answer, "absent")))
    return false;
  json_object_del (t->address, device);
  if (json_object_size (t->address) == 0)
    child_end (&t->poller);
  return true;
}

void
telemetry_end (struct telemetry *t, struct case_state *state,
               const json_t *sampled, bool paused)
{
  json_t *answer, *request;

  if (!t->polling)
    return;
  answer = answer_of (t);
  if (answer != NULL && !has_no_meter (t, state->c->device, answer)) {
    json_decref (answer);
    request = json_pack ("{s:s, s:b}", "op", "watched", "all", !paused);
    child_send (&t->poller, request);
    json_decref (request);
    answer = answer_of (t);
    meter_readings_add (&state->readings, answer, sampled);
  }
  json_decref (answer);
  t->polling = false;
}

void
telemetry_store (struct telemetry *t, struct case_state *state,
                 struct pool *pool)
{
  meter_readings_store (&state->readings, state->record, pool);
  meter_readings_free (&state->readings);
  state->record->telemetry.lost = pool_text (pool, t->lost);
  free (t->lost);
  t->lost = NULL;
}

void
telemetry_free (struct telemetry *t)
{
  if (t->poller.pid > 0 && interrupt_signal () == 0)
    child_end (&t->poller);
  else if (t->poller.pid > 0)
    child_kill (&t->poller);
  json_decref (t->address);
  free (t->lost);
}
