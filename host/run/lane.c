/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/interrupt.h"
#include "base/message.h"
#include "base/xalloc.h"
#include "plugin/wrong-class.h"
#include "device/kinds.h"
#include "run/lane.h"
#include "run/meter-readings.h"

/* Seconds to wait for the poller's answer after a case.  A library that starts,
 * or a driver that is busy, needs a second or two. */
#define POLLER_SECONDS 5

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

/* Also of those that leave, which still have a context. */
static json_t *
ids_of (const struct workers *workers)
{
  json_t *ids = json_array ();

  for (int i = 0; i < WORKERS_KEPT; i++) {
    const struct worker *w = &workers->worker[i], *l = &workers->leaving[i];

    if (w->plugin != NULL)
      json_array_append_new (ids, json_integer (w->child.pid));
    if (l->plugin != NULL)
      json_array_append_new (ids, json_integer (l->child.pid));
  }
  return ids;
}

/* Starts reading the meter for a case.  workers: processes that are not counted
 * as others. */
static void
telemetry_begin (struct telemetry *t, const char *device,
                 struct workers *workers)
{
  json_t *address = json_object_get (t->address, device);

  if (address == NULL)
    return;
  if (t->poller.pid == 0 && !child_spawn (&t->poller, CHILD_POLLER, 0)) {
    stop_telemetry (t, xstrdup ("no watcher could be started"));
    return;
  }
  child_send (&t->poller,
              json_pack ("{s:s, s:s, s:O, s:o}", "op", "watch", "device",
                         device, "address", address, "ours", ids_of (workers)));
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

/* Stops reading the meter.  Returns the readings; NULL: there are none. Removes
 * a device that has no meter. */
static json_t *
stop_reading (struct telemetry *t, const char *device)
{
  json_t *answer = answer_of (t);
  const bool absent = json_is_true (json_object_get (answer, "absent"));

  if (answer == NULL)
    return NULL;
  json_decref (answer);
  if (absent) {
    json_object_del (t->address, device);
    if (json_object_size (t->address) == 0)
      child_end (&t->poller);
    return NULL;
  }
  child_send (&t->poller, json_pack ("{s:s}", "op", "watched"));
  return answer_of (t);
}

/* Ends reading it, and stores the figures in the case's record.  sampled: the
 * judge's spans of samples. */
static void
telemetry_end (struct telemetry *t, struct case_record *record,
               const json_t *sampled, struct pool *pool)
{
  struct meter_readings readings = { 0 };
  json_t *answer;

  if (t->polling) {
    answer = stop_reading (t, record->device);
    meter_readings_add (&readings, answer, sampled);
    json_decref (answer);
  }
  t->polling = false;
  meter_readings_store (&readings, record, pool);
  meter_readings_free (&readings);
  record->telemetry.lost = pool_made (pool, t->lost);
  t->lost = NULL;
}

static void
telemetry_free (struct telemetry *t)
{
  if (t->poller.pid > 0 && interrupt_signal () == 0)
    child_end (&t->poller);
  else if (t->poller.pid > 0)
    child_kill (&t->poller);
  json_decref (t->address);
  free (t->lost);
}

/* Lost devices */

/* Seconds to wait: a driver with many devices starts slowly. */
#define HEALTH_SECONDS 60

static struct lost_device *
find_lost_device (const struct lost_devices *lost, const char *device)
{
  for (size_t i = 0; i < lost->n; i++)
    if (strcmp (lost->device[i].name, device) == 0)
      return &lost->device[i];
  return NULL;
}

static void
lost_devices_suspect (struct lost_devices *lost, const char *device)
{
  struct lost_device *d = find_lost_device (lost, device);
  int ordinal;

  /* The CPU can't be lost. */
  if (device_kind_of (device, &ordinal) == GK_CPU)
    return;
  if (d == NULL) {
    d = &XAPPEND (lost->device, lost->n);
    *d = (struct lost_device){ .name = xstrdup (device) };
  }
  d->suspected = true;
}

/* Asks a worker whether its device works.  NULL: it does; else the reason, to
 * be freed. */
static char *
query_health (struct worker *worker)
{
  json_t *reply = NULL;
  const char *error;
  char *why = NULL;

  child_send (&worker->child, json_pack ("{s:s, s:s}", "op", "health", "device",
                                         worker->device));
  if (child_wait (&worker->child, HEALTH_SECONDS, &reply, &why)
      == CHILD_TIMEOUT)
    why = xasprintf ("it did not answer within %d s", HEALTH_SECONDS);
  error = json_string_value (json_object_get (reply, "error"));
  if (error != NULL)
    why = xstrdup (error);
  json_decref (reply);
  return why;
}

static bool
lost_devices_check (struct lost_devices *lost, struct worker *worker)
{
  struct lost_device *d = find_lost_device (lost, worker->device);

  if (d == NULL || !d->suspected)
    return true;
  d->suspected = false;
  d->why = query_health (worker);
  if (d->why == NULL)
    return true;
  message_print ("%s is lost: %s; its other cases fail", d->name, d->why);
  return false;
}

static const char *
lost_devices_why (const struct lost_devices *lost, const char *device)
{
  const struct lost_device *d = find_lost_device (lost, device);

  return d != NULL ? d->why : NULL;
}

static void
lost_devices_free (struct lost_devices *lost)
{
  for (size_t i = 0; i < lost->n; i++) {
    free (lost->device[i].name);
    free (lost->device[i].why);
  }
  free (lost->device);
}

/* Lanes */

/* A case that runs. */
struct lane_case {
  const struct case_ *c;
  struct case_record *record;
  struct pool *pool;          /* of the record */
  const struct case_ *before; /* ran before in the process; NULL: none did */
  const struct replay_request *replay; /* NULL: it is none */
  int outcome;                         /* of a replay */
  bool killed; /* its judge or worker was, from outside */
};

void
lane_close (struct lane *l)
{
  workers_end (&l->workers);
  judge_end (&l->judge);
  lost_devices_free (&l->lost);
  telemetry_free (&l->telemetry);
}

static void
end_lost (const struct lane *l, const struct case_ *c,
          struct case_record *record, struct pool *pool)
{
  case_record_end (
      record, pool, STATUS_FAILED,
      pool_made (pool, xasprintf ("device lost: %s",
                                  lost_devices_why (&l->lost, c->device))));
}

/* Updates the lane after a session. */
static void
note_end (struct lane *l, const struct lane_case *run, struct worker *w,
          const struct session *s, bool ok)
{
  judge_note_faults (&l->judge, run->c, s->verdict);
  /* A failure may have left the process in any state. */
  if (!ok || s->verdict == NULL)
    judge_retire (&l->judge);
  if (!ok || !session_worker_is_sound (s, run->record)) {
    /* The device may have caused it. */
    worker_retire (w);
    if (!run->killed)
      lost_devices_suspect (&l->lost, run->c->device);
  }
}

static bool
run_session (struct lane *l, struct lane_case *run, struct worker *w)
{
  struct session s;
  bool ok;

  telemetry_begin (&l->telemetry, run->c->device, &l->workers);
  if (!session_open (&s, run->c, &l->judge, &w->child, run->replay))
    return false;
  ok = session_end (&s, run->record, run->pool);
  run->killed = s.judge->killed || s.worker->killed;
  if (ok)
    telemetry_end (&l->telemetry, run->record,
                   json_object_get (s.verdict, "sampled"), run->pool);
  run->outcome
      = (int)json_integer_value (json_object_get (s.verdict, "replay"));
  note_end (l, run, w, &s, ok);
  session_free (&s);
  return ok;
}

void
lane_restore (struct lane *l, const struct case_ *c)
{
  bool stays;
  char *what = inherited_restore (&l->inherited, &stays), *why;

  if (what == NULL)
    return;
  why = xasprintf ("a plugin or another program changed %s of gkhost's own "
                   "process: %s",
                   what,
                   stays ? "not all could be set back, so later times may be "
                           "too long; run again"
                         : "this is set back");
  if (c != NULL)
    faults_add_of_variant (l->workers.faults, c, STATUS_FAILED, why);
  else
    message_print ("before the first case, %s", why);
  free (what);
  free (why);
}

bool
lane_may_replay (const struct case_ *c)
{
  const struct settings *s = &c->problem->job->settings;

  return c->round == 0 && s->audit != AUDIT_NO && s->data != GK_DATA_ZERO;
}

static bool
opens_at_once (const struct case_ *c)
{
  return device_kind_at (c->variant->device)->opens_at_once;
}

/* While cases run whose device takes long to open, has the process for a
 * problem's replays start, and that of each later case, once. */
static void
start_ahead (struct lane *l, const struct case_ *c)
{
  const struct case_ *later = l->later;
  pid_t judge;

  if (opens_at_once (c))
    return;
  if (l->replayed != c->problem) {
    l->replayed = c->problem;
    if (lane_may_replay (c) && !l->judge.examines)
      workers_start_ahead (&l->workers, c, l->judge.child.pid, true);
  }
  if (later == NULL || later == l->ahead
      || find_lost_device (&l->lost, later->device) != NULL)
    return;
  l->ahead = later;
  judge = judge_start_next (&l->judge, later);
  if (judge > 0)
    workers_start_ahead (&l->workers, later, judge, false);
}

/* Runs the case when the judge holds its problem. */
static bool
run_on_worker (struct lane *l, struct lane_case *run)
{
  struct worker *w;

  /* By the family, which has set up the problem. */
  lane_restore (l, run->c);
  /* With rounds, each case runs in a new process, since processes differ. */
  w = workers_find_or_start (
      &l->workers, run->c, l->judge.child.pid, run->replay != NULL,
      run->c->problem->job->settings.rounds > 1
          || (run->replay != NULL && run->replay->fresh));
  if (w == NULL)
    return false;
  run->before = w->before;
  if (run->replay == NULL)
    start_ahead (l, run->c);
  if (lost_devices_check (&l->lost, w))
    return run_session (l, run, w);
  end_lost (l, run->c, run->record, run->pool);
  worker_retire (w);
  return interrupt_signal () == 0;
}

bool
lane_start_early (struct lane *l, const struct case_ *c)
{
  if (opens_at_once (c) || find_lost_device (&l->lost, c->device) != NULL)
    return false;
  lane_restore (l, l->last);
  if (!judge_start (&l->judge, c))
    return true;
  workers_start_early (&l->workers, c, l->judge.child.pid);
  return true;
}

void
lane_expect (struct lane *l, const struct case_ *later)
{
  l->later = later;
}

/* Runs the case when its device is not lost. */
static bool
run_once (struct lane *l, struct lane_case *run)
{
  struct case_record *record = run->record;
  json_t *reply;
  char *why;
  bool ok = true;

  switch (judge_ensure_problem (&l->judge, run->c, &reply, &why)) {
  case JUDGE_READY:
    ok = run_on_worker (l, run);
    break;
  case JUDGE_REFUSES:
    session_end_refused (record, run->pool, reply);
    break;
  case JUDGE_FAILS:
    session_blame_family (record, run->pool, run->c, why);
    record->output = printed_by (&l->judge.child, run->pool);
    run->killed = l->judge.child.killed;
    judge_retire (&l->judge);
    break;
  default:
    ok = false;
  }
  json_decref (reply);
  free (why);
  return ok;
}

/* Records as unstable a case that crashed after another case and passed
 * alone. */
static void
end_unstable (const struct lane_case *run)
{
  char *why = xasprintf (
      "unstable: %s behind %s, and passed in a process of its own; "
      "check what both of them leave behind",
      run->record->result.reason, run->before->variant->name);

  case_record_end (run->record, run->pool, STATUS_WRONG,
                   pool_made (run->pool, why));
  run->record->result.class = names_at (&wrong_class_names, WRONG_FAULT);
}

/* Runs a case that crashed or was killed once more, by itself: the case before
 * it may have corrupted the process, and a limit of CPU time is of a process.
 */
static bool
rerun_alone (struct lane *l, struct lane_case *run)
{
  struct lane_case alone = *run;

  alone.record = case_record_new (run->pool, run->c);
  alone.killed = false;
  if (run->killed) {
    alone.record->killed = run->record->result.reason;
    judge_retire (&l->judge);
  }
  if (!run_once (l, &alone))
    return false;
  run->outcome = alone.outcome;
  if (run->killed || alone.record->result.status != STATUS_OK)
    *run->record = *alone.record;
  else
    end_unstable (run);
  return true;
}

/* Runs a case, or its replay. */
static bool
run_with_retry (struct lane *l, struct lane_case *run)
{
  if (!run_once (l, run))
    return false;
  if (run->killed
      || (run->record->result.status == STATUS_CRASHED && run->before != NULL))
    return rerun_alone (l, run);
  return true;
}

bool
lane_run_case (struct lane *l, const struct case_ *c,
               struct case_record *record, struct pool *pool)
{
  struct lane_case run = { .c = c, .record = record, .pool = pool };

  lane_restore (l, l->last);
  l->last = c;
  if (lost_devices_why (&l->lost, c->device) != NULL) {
    end_lost (l, c, record, pool);
    return true;
  }
  return run_with_retry (l, &run);
}

bool
lane_run_replay (struct lane *l, const struct case_ *c,
                 const struct replay_request *replay,
                 struct case_record *record, struct pool *pool, int *outcome)
{
  struct lane_case run
      = { .c = c, .record = record, .pool = pool, .replay = replay };
  const bool ok = run_with_retry (l, &run);

  workers_end_replay (&l->workers);
  if (ok)
    lane_restore (l, l->last);
  *outcome = run.outcome;
  return ok;
}
