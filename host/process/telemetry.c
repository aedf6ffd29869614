/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>

#include "base/interrupt.h"
#include "base/xalloc.h"
#include "process/telemetry.h"

/* For an answer, when the case's turn is over.  A library that starts, or a
 * driver that is busy, needs a second or two. */
#define WATCHER_SECONDS 5

void
telemetry_learn (struct telemetry *t, const json_t *address)
{
  json_decref (t->address);
  t->address = json_object_size (address) > 0 ? json_deep_copy (address) : NULL;
}

/* Without telemetry from now on. */
static void
lose (struct telemetry *t, char *why)
{
  child_kill (&t->watcher);
  json_decref (t->address);
  t->address = NULL;
  t->asked = false;
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
telemetry_begin (struct telemetry *t, const struct course *course,
                 struct workers *workers)
{
  json_t *address = json_object_get (t->address, course->c->device), *request;

  if (address == NULL)
    return;
  if (t->watcher.pid == 0
      && !child_spawn (&t->watcher, CHILD_WATCHER, t->strand)) {
    lose (t, xstrdup ("no watcher could be started"));
    return;
  }
  request = json_pack ("{s:s, s:s, s:O, s:b, s:o}", "op", "watch", "device",
                       course->c->device, "address", address, "all",
                       course->turn == 0, "ours", ids_of (workers));
  child_send (&t->watcher, request);
  json_decref (request);
  t->asked = true;
}

/* The answer to what was sent; NULL: there is none, and will be none. */
static json_t *
answer_of (struct telemetry *t)
{
  json_t *reply = NULL;
  char *why = NULL;

  switch (child_wait (&t->watcher, WATCHER_SECONDS, &reply, &why)) {
  case CHILD_ANSWERED:
    return reply;
  case CHILD_TIMEOUT:
    lose (t, xasprintf ("the watcher did not answer within %d s: the driver's "
                        "management library hangs",
                        WATCHER_SECONDS));
    break;
  case CHILD_INTERRUPTED:
    t->asked = false;
    break;
  default:
    lose (t, why);
  }
  return NULL;
}

/* One that has no meter is not asked for again. */
static bool
is_absent (struct telemetry *t, const char *device, const json_t *answer)
{
  if (!json_is_true (json_object_get (answer, "absent")))
    return false;
  json_object_del (t->address, device);
  if (json_object_size (t->address) == 0)
    child_end (&t->watcher);
  return true;
}

void
telemetry_end (struct telemetry *t, struct course *course,
               const json_t *sampled, bool paused)
{
  json_t *answer, *request;

  if (!t->asked)
    return;
  answer = answer_of (t);
  if (answer != NULL && !is_absent (t, course->c->device, answer)) {
    json_decref (answer);
    request = json_pack ("{s:s, s:b}", "op", "watched", "all", !paused);
    child_send (&t->watcher, request);
    json_decref (request);
    answer = answer_of (t);
    metered_add (&course->metered, answer, sampled);
  }
  json_decref (answer);
  t->asked = false;
}

void
telemetry_tell (struct telemetry *t, struct course *course, struct pool *pool)
{
  metered_tell (&course->metered, course->record, pool);
  metered_free (&course->metered);
  course->record->telemetry.lost = pool_text (pool, t->lost);
  free (t->lost);
  t->lost = NULL;
}

void
telemetry_free (struct telemetry *t)
{
  if (t->watcher.pid > 0 && interrupt_signal () == 0)
    child_end (&t->watcher);
  else if (t->watcher.pid > 0)
    child_kill (&t->watcher);
  json_decref (t->address);
  free (t->lost);
}
