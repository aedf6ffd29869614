/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/interrupt.h"
#include "base/text.h"
#include "base/xalloc.h"
#include "device/kinds.h"
#include "plugin/file-identity.h"
#include "process/barrier.h"
#include "process/child.h"
#include "process/confine.h"
#include "process/faults.h"
#include "process/hearing.h"
#include "process/judges.h"
#include "process/lost-devices.h"
#include "process/request.h"
#include "process/supervisor.h"
#include "process/telemetry.h"
#include "process/workers.h"
#include "record/case-record.h"
#include "record/run-record.h"

struct supervisor {
  struct workers workers;
  struct judge_process judge;
  const struct local_worker *local; /* NULL: other processes do it */
  struct dispatcher *dispatcher;    /* local's */
  struct lost_devices lost;
  struct telemetry telemetry;
  struct faults faults;
  size_t n_told;           /* of them */
  struct barrier *barrier; /* NULL: no case waits for other ranks */
};

#define DEVICES_SECONDS 60

struct supervisor *
supervisor_new (const struct local_worker *local)
{
  struct supervisor *s = xcalloc (1, sizeof *s);

  s->local = local;
  s->workers.faults = s->judge.faults = &s->faults;
  if (local != NULL)
    s->dispatcher = local->start (JUDGE_HERE);
  else
    confine_secret ();
  return s;
}

void
supervisor_examine (struct supervisor *s)
{
  s->judge.examines = true;
}

void
supervisor_set_barrier (struct supervisor *s, struct barrier *barrier)
{
  s->barrier = barrier;
}

int64_t
supervisor_met (const struct supervisor *s)
{
  return s->barrier != NULL ? s->barrier->met : INTEGER_ABSENT;
}

void
supervisor_free (struct supervisor *s)
{
  workers_end (&s->workers);
  judge_end (&s->judge);
  lost_devices_free (&s->lost);
  telemetry_free (&s->telemetry);
  faults_free (&s->faults);
  if (s->local != NULL)
    s->local->end (s->dispatcher);
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

/* What a worker answers; NULL and *why, to be freed, when none does.  whom:
 * what the worker asks. */
static json_t *
ask_worker (const json_t *request, const char *whom, char **why)
{
  json_t *reply = NULL;
  struct child child;

  if (child_spawn (&child, CHILD_WORKER)) {
    child_send (&child, request);
    if (child_wait (&child, DEVICES_SECONDS, &reply, why) == CHILD_TIMEOUT)
      *why = xasprintf ("%s did not answer within %d s", whom, DEVICES_SECONDS);
    child_kill (&child);
  }
  if (reply == NULL && *why == NULL)
    *why = xasprintf ("no worker could be started to ask %s", whom);
  return reply;
}

/* Likewise of a worker, or here. */
static json_t *
ask (struct supervisor *s, const json_t *request, const char *whom, char **why)
{
  return s->local != NULL ? s->local->dispatch (s->dispatcher, request, -1)
                          : ask_worker (request, whom, why);
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
  reply = ask (s, request, "the driver", &why);
  fields_clear (&devices_answer_fields, &found);
  if (reply != NULL)
    fields_from_json (&devices_answer_fields, &found, pool, reply, BY_WORKER);
  else
    set_unknown (&found, kinds, why, pool);
  if (s->local == NULL)
    telemetry_learn (&s->telemetry, &found);
  free (why);
  json_decref (reply);
  json_decref (request);
  return found;
}

/* What is found out of a device by an op of its own.  False where it can't be:
 * *why says why, to be freed. */
static bool
ask_of_device (struct supervisor *s, const char *op, const char *device,
               struct device_record *found, char **why)
{
  json_t *request = json_pack ("{s:s, s:s}", "op", op, "device", device);
  json_t *reply;
  const char *error;

  *why = NULL;
  reply = ask (s, request, device, why);
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
supervisor_measure (struct supervisor *s, struct device_record *device,
                    char **why)
{
  struct device_record measured;

  if (!ask_of_device (s, "limits", text_shown (device->name), &measured, why))
    return false;
  if (!device_record_is_measured (&measured)) {
    *why = xstrdup ("the answer can't be understood");
    return false;
  }
  device_record_take_measured (device, &measured);
  return true;
}

bool
supervisor_find_floor (struct supervisor *s, struct device_record *device,
                       char **why)
{
  struct device_record measured;

  if (!ask_of_device (s, "floor", text_shown (device->name), &measured, why))
    return false;
  device->floor = measured.floor;
  return true;
}

/* A judge that said why there is no problem. */
static void
end_refused (struct case_record *record, struct pool *pool, const json_t *reply)
{
  fields_from_json (&case_fields, record, pool, reply, BY_WORKER);
  if (record->result.status == STATUS_ABSENT)
    case_record_end (record, pool, STATUS_FAILED,
                     "the judge's answer can't be understood");
  record->result.verify.done = FLAG_NO;
}

static void
end_lost (const struct supervisor *s, const struct case_ *c,
          struct case_record *record, struct pool *pool)
{
  char *why
      = xasprintf ("device lost: %s", lost_devices_why (&s->lost, c->device));

  case_record_end (record, pool, STATUS_FAILED, why);
  free (why);
}

/* After a fault, which may be the device's. */
static void
end_worker (struct supervisor *s, const struct case_ *c, struct worker *w)
{
  worker_retire (w);
  lost_devices_doubt (&s->lost, c->device);
}

/* What a hearing leaves behind: of the case, and of both processes. */
static void
note_end (struct supervisor *s, struct course *course, struct worker *w,
          const struct hearing *h, bool ok)
{
  judge_note_findings (&s->judge, course->c, h->verdict);
  course->paused = ok && hearing_is_paused (h);
  course->turn++;
  if (course->paused) {
    json_t *log = hearing_log (h);

    json_decref (course->log);
    course->log = log;
  }
  /* A fault may have left anything in a process. */
  if (!ok || !hearing_judge_is_sound (h))
    judge_retire (&s->judge);
  if (!ok || !hearing_worker_is_sound (h, course->record))
    end_worker (s, course->c, w);
}

/* All turns of a case have the time of one. */
static bool
hear_turn (struct supervisor *s, struct course *course, struct pool *pool,
           struct worker *w)
{
  double start = clock_now ();
  struct hearing h;
  bool ok;

  telemetry_begin (&s->telemetry, course, &s->workers);
  if (!hearing_open (&h, course->c, &s->judge, &w->child,
                     course->turns ? course->turn : REQUEST_WHOLE))
    return false;
  h.log = course->log;
  h.seconds = fmax (h.seconds - course->seconds, 0);
  ok = hearing_end (&h, course->record, pool);
  course->seconds += clock_now () - start;
  if (ok)
    telemetry_end (&s->telemetry, course,
                   json_object_get (h.verdict, "sampled"),
                   hearing_is_paused (&h));
  note_end (s, course, w, &h, ok);
  if (!course->paused)
    telemetry_tell (&s->telemetry, course, pool);
  hearing_free (&h);
  return ok;
}

/* With the problem made.  *before: the case that ran in the same process just
 * before; NULL: none ever did. */
static bool
hear (struct supervisor *s, struct course *course, struct pool *pool,
      const struct case_ **before)
{
  struct worker *w = worker_for (&s->workers, course->c);

  if (w == NULL)
    return false;
  *before = w->before;
  if (!lost_devices_look (&s->lost, w)) {
    end_lost (s, course->c, course->record, pool);
    course->paused = false;
    worker_retire (w);
    return interrupt_signal () == 0;
  }
  return hear_turn (s, course, pool, w);
}

static bool run_case (struct supervisor *s, struct course *course,
                      struct pool *pool);

/* What crashed behind another case may have met what that one left: it runs
 * once more, by itself. */
static bool
run_alone (struct supervisor *s, struct course *course, struct pool *pool,
           const struct case_ *before)
{
  struct course alone
      = { .c = course->c, .record = case_record_new (pool, course->c) };

  if (!run_case (s, &alone, pool))
    return false;
  if (alone.record->result.status != STATUS_OK)
    course->record = alone.record;
  else
    course_end_unstable (course, pool, before);
  return true;
}

/* In turns, that is for who knows of the others to find out. */
static bool
run_apart (struct supervisor *s, struct course *course, struct pool *pool)
{
  const struct case_ *before;

  if (!hear (s, course, pool, &before))
    return false;
  return course->record->result.status != STATUS_CRASHED || before == NULL
         || course->turns || run_alone (s, course, pool, before);
}

static bool
run_case (struct supervisor *s, struct course *course, struct pool *pool)
{
  struct case_record *record = course->record;
  const struct case_ *c = course->c;
  json_t *reply;
  char *why;
  bool ok = true;

  course->paused = false;
  switch (judge_ready (&s->judge, c, &reply, &why)) {
  case JUDGE_READY:
    ok = run_apart (s, course, pool);
    break;
  case JUDGE_REFUSES:
    end_refused (record, pool, reply);
    break;
  case JUDGE_FAILS:
    hearing_blame_family (record, pool, c, STATUS_FAILED, why);
    record->output = printed_by (&s->judge.child, pool);
    judge_retire (&s->judge);
    break;
  default:
    ok = false;
  }
  json_decref (reply);
  free (why);
  return ok;
}

/* In this process, one side after the other. */
static void
run_here (struct supervisor *s, const struct case_ *c,
          struct case_record *record, struct pool *pool)
{
  json_t *request = request_set_up (c, judge_seed (c), s->judge.examines);
  json_t *reply, *problem;

  json_object_set_new (request, "number",
                       json_integer ((json_int_t)c->problem->index));
  reply = s->local->dispatch (s->dispatcher, request, -1);
  json_decref (request);
  problem = json_object_get (reply, "problem");
  if (problem == NULL)
    end_refused (record, pool, reply);
  else {
    json_t *verdict;

    request = request_judge (c, 0, REQUEST_WHOLE);
    json_object_set_new (request, "run", request_run (c, problem));
    verdict = s->local->dispatch (s->dispatcher, request, -1);
    hearing_apply (record, pool, verdict, NULL, NULL);
    judge_note_findings (&s->judge, c, verdict);
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

static bool
run_anywhere (struct supervisor *s, struct course *course, struct pool *pool)
{
  if (lost_devices_why (&s->lost, course->c->device) != NULL)
    end_lost (s, course->c, course->record, pool);
  else if (s->local != NULL)
    run_here (s, course->c, course->record, pool);
  else
    return run_case (s, course, pool);
  course->paused = false;
  return true;
}

bool
supervisor_run (struct supervisor *s, struct course *course, struct pool *pool)
{
  const struct case_ *c = course->c;
  bool ok = true;
  char *replaced;

  if (course->record == NULL) {
    barrier_meet (s->barrier, c->skip == NULL);
    course->record = case_record_new (pool, c);
  }
  if (c->skip != NULL) {
    case_record_end (course->record, pool,
                     c->absent ? STATUS_FAILED : STATUS_SKIPPED, c->skip);
    return true;
  }
  replaced = files_replaced (c);
  if (replaced == NULL) {
    ok = run_anywhere (s, course, pool);
    replaced = files_replaced (c);
  }
  if (replaced != NULL) {
    course->record = end_replaced (c, pool, replaced);
    course->paused = false;
  }
  return ok && interrupt_signal () == 0;
}

void
supervisor_hold (struct supervisor *s, const struct case_ *c)
{
  json_t *request, *reply = NULL;
  char *why = NULL;

  if (s->local == NULL) {
    if (judge_ready (&s->judge, c, &reply, &why) == JUDGE_FAILS)
      judge_retire (&s->judge);
  } else {
    request = request_set_up (c, judge_seed (c), s->judge.examines);
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

  /* Nobody waits for a teardown after Ctrl-C. */
  if (interrupt_signal () != 0)
    return;
  judge_release (&s->judge);
  workers_look (&s->workers);
  if (s->local == NULL)
    return;
  request = json_pack ("{s:s}", "op", "release_problem");
  json_decref (s->local->dispatch (s->dispatcher, request, -1));
  json_decref (request);
}

struct fault_record *
supervisor_next_fault (struct supervisor *s)
{
  return s->n_told < s->faults.n ? s->faults.fault[s->n_told++] : NULL;
}
