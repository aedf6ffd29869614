/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/base64.h"
#include "base/cpu-time.h"
#include "base/inherited.h"
#include "base/names.h"
#include "base/processors.h"
#include "base/text.h"
#include "base/xalloc.h"
#include "bench/bench.h"
#include "device/cpu/cpu.h"
#include "device/device.h"
#include "judge/examine.h"
#include "judge/run-case.h"
#include "judge/trial.h"
#include "plugin/loader.h"
#include "run/dispatch.h"
#include "bench/problem-copy.h"
#include "run/channel.h"
#include "run/crash.h"
#include "run/request.h"
#include "record/case-record.h"
#include "record/device-record.h"
#include "record/run-record.h"
#include "suite/settings.h"

/* Requests */

struct dispatcher {
  struct judge *judge;
  struct bench *bench;
  struct judge_memory judge_memory; /* of a judge in another process */
  struct looks looks;               /* for claims, as a judge */
  struct meter_poller *poller;
  unsigned roles;
  int channel_fd; /* of the current request */
  const char *judge_is;
  char *lacks;
  json_int_t number; /* of the judge's problem, with --in-process;
                      * else -1 */
};

struct dispatcher *
dispatcher_new_of_roles (const char *judge, char *lacks, unsigned roles)
{
  struct dispatcher *a = xcalloc (1, sizeof *a);

  a->roles = roles;
  a->judge_is = judge;
  a->lacks = lacks;
  a->number = -1;
  judge_memory_begin (&a->judge_memory);
  a->poller = meter_poller_new ();
  a->judge = judge_new ();
  a->bench = bench_new (strcmp (judge, JUDGE_HERE) == 0);
  return a;
}

struct dispatcher *
dispatcher_new (const char *judge)
{
  return dispatcher_new_of_roles (judge, NULL, ROLE_JUDGE | ROLE_TIMER);
}

struct dispatcher *
dispatcher_new_counted (const char *judge)
{
  struct dispatcher *a = dispatcher_new (judge);

  a->bench->counts = true;
  return a;
}

void
dispatcher_free (struct dispatcher *a)
{
  judge_free (a->judge);
  judge_memory_unmap (&a->judge_memory, a->bench);
  bench_free (a->bench);
  meter_poller_free (a->poller);
  free (a->lacks);
  free (a);
}

static json_t *
error_answer (char *why)
{
  /* It may quote a plugin, whose text JSON would refuse. */
  char *text = utf8_repair (why);
  json_t *answer = json_pack ("{s:s}", "error", text);

  free (text);
  free (why);
  return answer;
}

static json_t *
broken_request (void)
{
  return error_answer (xstrdup ("the host's own request is broken"));
}

/* Returns a text of a request; NULL: it has none. */
static const char *
text_of (const json_t *request, const char *key)
{
  return json_string_value (json_object_get (request, key));
}

static json_t *
describe_plugin (struct dispatcher *a, const json_t *request)
{
  const char *path = text_of (request, "path");
  const char *identity = text_of (request, "identity");
  struct plugin plugin;
  char *why;
  json_t *answer;

  (void)a;
  if (plugin_load (&plugin, path, identity, setting_is_key, &why))
    answer = json_pack ("{s:o}", "plugin", plugin_to_json (&plugin));
  else
    answer = error_answer (why);
  plugin_unload (&plugin);
  return answer;
}

/* Called before the family is loaded, since the threads that a library starts
 * inherit the affinity.  An error is not the family's fault, and is ignored.  A
 * worker could change a judge that was started ahead and waits. */
static void
use_cpus (struct dispatcher *a, const char *cpus)
{
  cpu_set_t set;
  bool stays;
  char *why;

  if (a->roles == ROLE_JUDGE)
    free (inherited_restore (&a->bench->inherited, &stays));
  if (cpus == NULL)
    return;
  why = processors_parse (&set, cpus);
  if (why == NULL)
    processors_set_affinity (&set);
  free (why);
}

static json_t *
set_up (struct dispatcher *a, const json_t *json)
{
  const json_t *number = json_object_get (json, "number");
  struct set_up_request request;
  const struct problem_copy *problem;
  json_t *answer;
  int status;
  char *why;

  if (!request_read_set_up (&request, json))
    return broken_request ();
  /* In one process only this remembers which problem there is. */
  if (number != NULL && a->judge->holds
      && json_integer_value (number) == a->number)
    problem = &a->judge->copy;
  else {
    use_cpus (a, request.cpus);
    problem = judge_set_up (a->judge, &request, &status, &why);
  }
  a->number = number != NULL ? json_integer_value (number) : -1;
  if (problem != NULL)
    return json_pack ("{s:o}", "problem", problem_copy_to_json (problem));
  answer
      = json_pack ("{s:s, s:o}", "status",
                   names_at (&status_names, status == GK_SKIP ? STATUS_SKIPPED
                                                              : STATUS_FAILED),
                   "reason", json_text (why));
  free (why);
  return answer;
}

/* The timer in this same process. */
struct local_timer {
  struct timer timer; /* first */
  struct bench *bench;
  struct inputs *inputs;
};

/* The judge reads each slot at once. */
static bool
turn_locally (struct output_window *window, size_t next)
{
  (void)next;
  return outputs_read_slot (window->user);
}

static bool
obey_locally (struct timer *timer, struct order *order, struct claim *claim)
{
  struct local_timer *local = (struct local_timer *)timer;

  local->bench->views = local->inputs->views;
  local->inputs->outputs.window.turn = turn_locally;
  local->inputs->outputs.window.user = &local->inputs->outputs;
  bench_run_order (local->bench, order, claim);
  /* The judge unmaps its memory without a word. */
  if (order->kind == ORDER_END)
    bench_forget_views (local->bench);
  return true;
}

/* Begins the case in the bench of this process. */
static bool
begin_locally (struct dispatcher *a, const json_t *json,
               struct local_timer *local)
{
  struct run_request request;
  const json_t *problem;

  if (!request_read_run (&request, &problem, json))
    return false;
  *local = (struct local_timer){ .timer = { .obey = obey_locally },
                                 .bench = a->bench,
                                 .inputs = &a->judge->inputs };
  bench_open_case (a->bench, &request, &a->judge->copy);
  return true;
}

/* Runs a case.  A judge fills in its part of the record, and no other field. */
static json_t *
judge_trial (struct trial *trial, const struct channel *channel)
{
  struct case_record record;
  struct pool pool = { 0 };
  json_t *answer, *findings = NULL;
  bool kept;

  fields_clear (&case_fields, &record);
  kept = run_case (trial, &record.result, &pool);
  if (kept)
    findings = examine_family (trial->judge, &record.result, &pool);
  answer = fields_to_json (&case_fields, &record);
  pool_free (&pool);
  json_object_update (answer, trial->metrics);
  if (findings != NULL)
    json_object_set_new (answer, "findings", findings);
  if (trial->spans.n > 0)
    json_object_set_new (answer, "sampled", spans_to_json (&trial->spans));
  if (trial_is_replay (trial))
    json_object_set_new (answer, "replay",
                         json_integer (trial->replay.outcome));
  if (!kept)
    json_object_set_new (answer, "lost",
                         json_string (channel->garbled ? "garbled" : "gone"));
  return answer;
}

static json_t *
judge_case (struct dispatcher *a, const json_t *json)
{
  const json_t *here = json_object_get (json, "run");
  struct judge_request request;
  struct trial *trial;
  struct channel channel;
  struct local_timer local;
  json_t *answer, *log, *metrics;

  if (!a->judge->holds || !request_read_judge (&request, json)
      || (here != NULL && !begin_locally (a, here, &local)))
    return broken_request ();
  channel_open (&channel, a->channel_fd, &a->judge->inputs, &a->looks);
  trial = xmalloc (sizeof *trial);
  *trial
      = (struct trial){ .judge = a->judge,
                        .timer = here != NULL ? &local.timer : &channel.timer,
                        .settings = request.settings,
                        .precision = request.precision,
                        .uniform_only = request.uniform_only,
                        .at_once = request.at_once,
                        .worker = request.worker,
                        .cpu_fd = cpu_time_open (request.worker) };
  if (request.replay.values != NULL) {
    struct samples *claimed = &trial->replay.claimed;

    claimed->seconds
        = base64_floats_decode (request.replay.values, &claimed->n);
    trial->replay.pairs = (uint64_t)request.replay.pairs;
  }
  core_usage_open (&trial->cores, request.cpus);
  answer = judge_trial (trial, &channel);
  run_case_end (trial);
  if (trial->cpu_fd >= 0)
    close (trial->cpu_fd);
  free (trial);
  if (here != NULL) {
    bench_close_case (a->bench, &log, &metrics);
    logs_append (answer, log);
    metrics_append (answer, metrics);
    json_decref (log);
    json_decref (metrics);
  }
  return answer;
}

static json_t *
time_case (struct dispatcher *a, const json_t *json)
{
  struct bench *bench = a->bench;
  struct run_request request;
  struct problem_copy handed;
  const json_t *problem;
  json_t *answer, *log;

  if (!request_read_run (&request, &problem, json)
      || !problem_copy_from_json (&handed, problem))
    return broken_request ();
  crash_know_buffers (bench);
  if (request.problem != bench->number) {
    bench_close_buffers (bench);
    judge_memory_keep (&a->judge_memory, bench, &handed.setup);
  }
  channel_serve (a->channel_fd, bench, &a->judge_memory, &request, &handed);
  problem_copy_free (&handed);
  if (!bench_close_case (bench, &log, &answer))
    json_object_set_new (answer, "needs_restart", json_true ());
  logs_append (answer, log);
  json_decref (log);
  return answer;
}

static json_t *
open_early (struct dispatcher *a, const json_t *request)
{
  const json_t *none;
  const char *why;

  if (!request_read_run (&a->bench->request, &none, request))
    return broken_request ();
  why = case_begin_early (a->bench);
  return why != NULL ? error_answer (xstrdup (why)) : json_object ();
}

/* While another plugin's cases are timed, so that no code of this one may run
 * yet. */
static json_t *
open_ahead (struct dispatcher *a, const json_t *request)
{
  const json_t *none;
  struct claim claim;

  if (!request_read_run (&a->bench->request, &none, request))
    return broken_request ();
  return case_begin_device (a->bench, &claim)
             ? json_object ()
             : error_answer (xstrdup (claim.reason));
}

static struct device_record
probe_device (const char *name, struct pool *pool)
{
  struct device_record lost;
  struct device_info info;
  char *why;

  if (device_probe (name, &info, &why)) {
    if (device_kind_at (info.gk.kind)->opens_at_once)
      info.floor = bench_measure_floor (info.name);
    return device_record_of (&info, pool);
  }
  lost = device_record_lost (name, why, pool);
  free (why);
  return lost;
}

/* Appends the devices of a kind to those found, whose array grows; apart:
 * several are only counted. */
static void
find_kind (struct device_records *found, gk_device_kind kind, bool apart,
           struct pool *pool)
{
  char *why = NULL;
  size_t n = device_count (kind, &why);

  if (apart && n > 1) {
    found->several[kind] = (int64_t)n;
    return;
  }
  for (size_t i = 0; i < n; i++) {
    struct device_record *record = found->devices.item
        = xgrow (found->devices.item, found->devices.n, sizeof *record);
    char *name = device_kind_name (kind, i);

    record[found->devices.n++] = probe_device (name, pool);
    free (name);
  }
  if (n == 0)
    found->absent[kind] = pool_made (pool, why);
}

static json_t *
find_devices (struct dispatcher *a, const json_t *request)
{
  const json_t *kinds = json_object_get (request, "kinds");
  const bool apart = json_is_true (json_object_get (request, "apart"));
  struct device_records found;
  struct pool pool = { 0 };
  const json_t *name;
  json_t *answer;
  size_t i;

  fields_clear (&devices_answer_fields, &found);
  json_array_foreach (kinds, i, name)
  {
    int kind = device_kind_find (json_string_value (name));

    if (kind >= 0)
      find_kind (&found, (gk_device_kind)kind, apart, &pool);
  }
  found.judge = a->judge_is;
  found.lacks = a->lacks;
  answer = fields_to_json (&devices_answer_fields, &found);
  free (found.devices.item);
  pool_free (&pool);
  return answer;
}

static json_t *
answer_device (struct dispatcher *a, const json_t *request)
{
  const char *device = text_of (request, "device");
  struct pool pool = { 0 };
  struct device_record record = probe_device (device, &pool);
  json_t *answer = fields_to_json (&device_fields, &record);

  (void)a;
  pool_free (&pool);
  return answer;
}

static json_t *
measure_limits (struct dispatcher *a, const json_t *request)
{
  const char *device = text_of (request, "device");
  struct measures measures;
  struct device_record record;
  char *why;

  (void)a;
  if (!device_measure (device, &measures, &why))
    return error_answer (why);
  record = device_record_of_measures (&measures);
  return fields_to_json (&device_fields, &record);
}

static json_t *
measure_floor (struct dispatcher *a, const json_t *request)
{
  const char *device = text_of (request, "device");
  const double floor_s = bench_measure_floor (device);

  (void)a;
  if (floor_s > 0)
    return json_pack ("{s:f}", "floor", floor_s);
  return error_answer (xasprintf ("no launch on %s succeeds", device));
}

static json_t *
check_health (struct dispatcher *a, const json_t *request)
{
  const char *device = text_of (request, "device");
  char *why;

  return health_check (a->bench, device, &why) ? json_object ()
                                               : error_answer (why);
}

static json_t *
start_poller (struct dispatcher *a, const json_t *request)
{
  return meter_poller_start (a->poller, request);
}

static json_t *
stop_poller (struct dispatcher *a, const json_t *request)
{
  (void)request;
  return meter_poller_stop (a->poller);
}

static json_t *
release_problem (struct dispatcher *a, const json_t *request)
{
  (void)request;
  /* A thread that crashes when a stopped worker goes on does so before the next
   * case. */
  wait_until_idle ();
  bench_release_problem (a->bench);
  judge_memory_unmap (&a->judge_memory, a->bench);
  judge_release_problem (a->judge);
  return json_object ();
}

/* The judge of another process keeps what memory serves for the next. */
static json_t *
end_problem (struct dispatcher *a, const json_t *request)
{
  (void)request;
  wait_until_idle ();
  judge_end_problem (a->judge);
  return json_object ();
}

struct operation {
  const char *name;     /* "op" of a request */
  unsigned roles;       /* of them */
  const char *needs[2]; /* texts that the request must have */
  json_t *(*run) (struct dispatcher *a, const json_t *request);
};

/* Timing workers also describe plugins and devices, each in a process that does
 * nothing else. */
static const struct operation operations[] = {
  { "describe", ROLE_TIMER, { "path", "identity" }, describe_plugin },
  { "devices", ROLE_TIMER, { NULL }, find_devices },
  { "probe", ROLE_TIMER, { "device" }, answer_device },
  { "limits", ROLE_TIMER, { "device" }, measure_limits },
  { "floor", ROLE_TIMER, { "device" }, measure_floor },
  { "health", ROLE_TIMER, { "device" }, check_health },
  { "open", ROLE_TIMER, { NULL }, open_early },
  { "ahead", ROLE_TIMER, { NULL }, open_ahead },
  { "run", ROLE_TIMER, { NULL }, time_case },
  { "set_up", ROLE_JUDGE, { NULL }, set_up },
  { "judge", ROLE_JUDGE, { NULL }, judge_case },
  { "end_problem", ROLE_JUDGE, { NULL }, end_problem },
  { "release_problem", ROLE_JUDGE | ROLE_TIMER, { NULL }, release_problem },
  { "watch", ROLE_POLLER, { NULL }, start_poller },
  { "watched", ROLE_POLLER, { NULL }, stop_poller },
};

json_t *
dispatcher_answer (struct dispatcher *a, const json_t *request, int channel_fd)
{
  const char *op = text_of (request, "op");

  a->channel_fd = channel_fd;
  for (size_t i = 0; i < sizeof operations / sizeof operations[0]; i++) {
    const struct operation *o = &operations[i];

    if ((o->roles & a->roles) == 0 || op == NULL || strcmp (op, o->name) != 0)
      continue;
    for (size_t j = 0; j < 2 && o->needs[j] != NULL; j++)
      if (text_of (request, o->needs[j]) == NULL)
        return broken_request ();
    return o->run (a, request);
  }
  return error_answer (xasprintf ("unknown op '%s'", text_or_empty (op)));
}

void
dispatcher_wait (struct dispatcher *a, int fd)
{
  meter_poller_wait (a->poller, fd);
}
