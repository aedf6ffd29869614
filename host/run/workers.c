/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/interrupt.h"
#include "base/random.h"
#include "base/text.h"
#include "base/xalloc.h"
#include "run/request.h"
#include "run/workers.h"

/* Appends one, which is in the pool. */
static void
faults_add (struct faults *faults, struct fault_record *fault)
{
  XAPPEND (faults->fault, faults->n) = fault;
}

struct fault_record *
faults_add_of_variant (struct faults *faults, const struct case_ *c,
                       enum status status, const char *reason)
{
  struct fault_record *fault
      = fault_record_of_variant (&faults->pool, c, status, reason);

  faults_add (faults, fault);
  return fault;
}

void
faults_free (struct faults *faults)
{
  free (faults->fault);
  pool_free (&faults->pool);
}

/* For a worker to release memory, in which no plugin takes part. */
#define RELEASE_SECONDS 20

static void
clear_worker (struct worker *w, void (*how) (struct child *))
{
  if (w->plugin == NULL)
    return;
  how (&w->child);
  free (w->plugin);
  free (w->device);
  free (w->cpus);
  *w = (struct worker){ 0 };
}

void
worker_retire (struct worker *worker)
{
  clear_worker (worker, child_kill);
}

/* Waits for those that were dismissed: all of them, or those that held a
 * problem's memory. */
static void
reap_leaving (struct workers *workers, bool all)
{
  for (int i = 0; i < WORKERS_KEPT; i++) {
    struct worker *w = &workers->leaving[i];

    if (all || w->holds != NULL || child_gone (&w->child))
      clear_worker (w, interrupt_signal () != 0 ? child_kill : child_end);
  }
}

/* Returns where one that leaves is kept. */
static struct worker *
find_leaving (struct workers *workers)
{
  for (int i = 0; i < WORKERS_KEPT; i++)
    if (workers->leaving[i].plugin == NULL)
      return &workers->leaving[i];
  reap_leaving (workers, true);
  return &workers->leaving[0];
}

/* Empties a slot.  Its process exits while others start. */
static void
dismiss_worker (struct workers *workers, struct worker *w)
{
  if (w->plugin == NULL)
    return;
  child_dismiss (&w->child);
  *find_leaving (workers) = *w;
  *w = (struct worker){ 0 };
}

void
workers_end (struct workers *workers)
{
  for (int i = 0; i < WORKERS_KEPT; i++)
    dismiss_worker (workers, &workers->worker[i]);
  reap_leaving (workers, true);
}

/* Records that a worker died while it was idle, which is no fault of the next
 * case. */
static void
note_fall (struct workers *workers, struct worker *w, const char *how)
{
  struct fault_record *fault;
  char *why;

  /* Without one, the next process shows what ended it. */
  if (w->last == NULL)
    return;
  why = xasprintf ("%s, when its case was over", how);
  fault = faults_add_of_variant (workers->faults, w->last, STATUS_CRASHED, why);
  fault->output = printed_by (&w->child, &workers->faults->pool);
  free (why);
}

/* Has a worker go on and begin to release the memory of its problem. */
static void
begin_release (struct worker *w)
{
  child_resume (&w->child);
  w->stopped = false;
  child_send (&w->child, json_pack ("{s:s}", "op", "release_problem"));
  w->holds = NULL;
  w->busy = true;
}

/* Waits for the answer between cases.  A worker is killed that does not give
 * it, which a variant may have broken, and one that could not open its device,
 * since another one may still have held the memory. */
static void
wait_until_free (struct workers *workers, struct worker *w)
{
  json_t *reply = NULL;
  enum child_answer answer;
  char *why = NULL;

  if (!w->busy)
    return;
  w->busy = false;
  answer = child_wait (&w->child, RELEASE_SECONDS, &reply, &why);
  if (answer == CHILD_CRASHED && !w->child.killed)
    note_fall (workers, w, why);
  if (answer != CHILD_ANSWERED || json_object_get (reply, "error") != NULL)
    worker_retire (w);
  free (why);
  json_decref (reply);
}

/* Kills those that were not told of this judge, but for those of the one that
 * comes next.  What they hold is released first, since nothing waits for their
 * end, in which no code of a plugin runs. */
static void
dismiss_of_other_judge (struct workers *workers, pid_t judge)
{
  for (int i = 0; i < WORKERS_KEPT; i++) {
    struct worker *w = &workers->worker[i];

    if (w->plugin == NULL || w->judge == judge || (w->ahead && !w->replays))
      continue;
    if (w->holds != NULL)
      begin_release (w);
    if (!w->ahead)
      wait_until_free (workers, w);
    child_begin_kill (&w->child);
    dismiss_worker (workers, w);
  }
}

/* Begins to release the problems of the other workers on a device. */
static void
begin_releases (struct workers *workers, const struct worker *for_this,
                const char *device)
{
  for (int i = 0; i < WORKERS_KEPT; i++) {
    struct worker *w = &workers->worker[i];

    if (w != for_this && w->holds != NULL && strcmp (w->device, device) == 0)
      begin_release (w);
  }
}

/* Waits for that, and stops all others: threads which a plugin left take no
 * time from a case. */
static void
stop_others (struct workers *workers, const struct worker *for_this)
{
  for (int i = 0; i < WORKERS_KEPT; i++) {
    struct worker *w = &workers->worker[i];

    if (w == for_this || w->plugin == NULL
        || (w->ahead && w->busy && !child_has_answered (&w->child)))
      continue;
    wait_until_free (workers, w);
    child_stop (&w->child);
    w->stopped = w->plugin != NULL;
  }
}

/* Returns the worker that serves a case; NULL: there is none.  Threads keep the
 * affinity that they were started with, so that other cores need another
 * process. */
static struct worker *
find_worker (struct workers *workers, const struct case_ *c, pid_t judge,
             bool replays)
{
  const char *cpus = cpu_affinity_cpus (workers->affinity, c->problem->job);

  for (int i = 0; i < WORKERS_KEPT; i++) {
    struct worker *w = &workers->worker[i];

    if (w->plugin != NULL && strcmp (w->plugin, c->variant->plugin->path) == 0
        && strcmp (w->device, c->device) == 0
        && strcmp (text_or_empty (w->cpus), text_or_empty (cpus)) == 0
        && w->timer == c->mode.timer && w->judge == judge
        && w->replays == replays)
      return w;
  }
  return NULL;
}

/* Returns an empty slot, else empties that of the worker that has been idle for
 * longest. */
static struct worker *
empty_slot (struct workers *workers)
{
  struct worker *slot = &workers->worker[0];

  for (int i = 1; i < WORKERS_KEPT; i++)
    if (workers->worker[i].used < slot->used)
      slot = &workers->worker[i];
  dismiss_worker (workers, slot);
  return slot;
}

static struct worker *
start_worker (struct workers *workers, const struct case_ *c, pid_t judge,
              bool replays)
{
  const char *cpus = cpu_affinity_cpus (workers->affinity, c->problem->job);
  struct worker *w = empty_slot (workers);

  if (!child_spawn (&w->child, CHILD_WORKER, judge))
    return NULL;
  w->judge = judge;
  w->plugin = xstrdup (c->variant->plugin->path);
  w->device = xstrdup (c->device);
  w->timer = c->mode.timer;
  w->replays = replays;
  w->cpus = cpus != NULL ? xstrdup (cpus) : NULL;
  return w;
}

void
workers_retire_dead (struct workers *workers)
{
  for (int i = 0; i < WORKERS_KEPT; i++) {
    struct worker *w = &workers->worker[i];

    if (w->plugin != NULL && child_gone (&w->child)) {
      char *how = child_end_reason (&w->child);

      /* Another process killed it. */
      if (how != NULL)
        note_fall (workers, w, how);
      free (how);
      worker_retire (w);
    }
  }
}

/* True where one more ends none that is kept. */
static bool
has_room (const struct workers *workers)
{
  for (int i = 0; i < WORKERS_KEPT; i++)
    if (workers->worker[i].plugin == NULL)
      return true;
  return false;
}

/* Starts one, and has it open the device. */
static void
start_opening (struct workers *workers, const struct case_ *c, pid_t judge,
               bool replays, bool ahead)
{
  struct worker *w = start_worker (workers, c, judge, replays);
  json_t *request;

  if (w == NULL)
    return;
  request = request_open (c, ahead);
  cpu_affinity_set_timing (workers->affinity, c->problem->job, request);
  child_send (&w->child, request);
  w->ahead = ahead;
  w->busy = true;
  w->used = ++workers->count;
}

void
workers_start_early (struct workers *workers, const struct case_ *c,
                     pid_t judge)
{
  dismiss_of_other_judge (workers, judge);
  if (find_worker (workers, c, judge, false) != NULL || !has_room (workers))
    return;
  begin_releases (workers, NULL, c->device);
  start_opening (workers, c, judge, false, false);
}

void
workers_start_ahead (struct workers *workers, const struct case_ *c,
                     pid_t judge, bool replays)
{
  if (find_worker (workers, c, judge, replays) == NULL && has_room (workers))
    start_opening (workers, c, judge, replays, true);
}

struct worker *
workers_find_or_start (struct workers *workers, const struct case_ *c,
                       pid_t judge, bool replays, bool fresh)
{
  struct worker *w;

  workers_retire_dead (workers);
  dismiss_of_other_judge (workers, judge);
  w = find_worker (workers, c, judge, replays);
  if (w != NULL && w->last != NULL && fresh) {
    dismiss_worker (workers, w);
    w = NULL;
  }
  begin_releases (workers, w, c->device);
  if (w != NULL
      && (w->stopped || (w->holds != NULL && w->holds->problem != c->problem)))
    begin_release (w);
  if (w != NULL)
    wait_until_free (workers, w);
  if (w == NULL || w->plugin == NULL)
    w = start_worker (workers, c, judge, replays);
  if (w == NULL)
    return NULL;
  stop_others (workers, w);
  reap_leaving (workers, false);
  w->ahead = false;
  w->holds = c;
  w->before = w->last;
  w->last = c;
  w->used = ++workers->count;
  return w;
}

void
workers_end_replay (struct workers *workers)
{
  struct worker *last = NULL;

  for (int i = 0; i < WORKERS_KEPT; i++) {
    struct worker *w = &workers->worker[i];

    if (w->replays && w->holds != NULL)
      begin_release (w);
    if (w->plugin != NULL && !w->replays && !w->ahead
        && (last == NULL || w->used > last->used))
      last = w;
  }
  /* What its variant left behind comes to light before the next case. */
  if (last != NULL)
    child_resume (&last->child);
}

const char *
printed_by (struct child *child, struct pool *pool)
{
  char *text = child_output (child);
  const char *kept = text != NULL ? pool_made (pool, utf8_repair (text)) : NULL;

  free (text);
  return kept;
}

char *
timeout_reason (double seconds, const char *remedy)
{
  return xasprintf ("did not finish within %g s; %s", seconds, remedy);
}

/* True where no size of the problem can be less. */
static bool
is_smallest (const struct case_ *c)
{
  const struct option_list *options = &c->problem->job->family->options;
  const int64_t multiple = c->variant->multiple > 1 ? c->variant->multiple : 1;
  bool any = false;

  for (size_t i = 0; i < options->n; i++) {
    const gk_option *o = &options->option[i];

    if (o->type != GK_INT || (o->flags & GK_OPTION_SIZE) == 0
        || (o->flags & GK_OPTION_PADDING) != 0)
      continue;
    any = true;
    /* The next size below. */
    if (c->problem->value[i].i - multiple >= (o->min > 1 ? o->min : 1))
      return false;
  }
  return any;
}

const char *
timeout_advice (const struct case_ *c)
{
  return is_smallest (c) ? "see whether a loop never ends, or raise timeout"
                         : "choose a smaller problem or raise timeout";
}

static double
timeout_of (const struct case_ *c)
{
  return c->problem->job->settings.sampling.timeout;
}

static void
forget_problem (struct judge_process *j)
{
  json_decref (j->problem);
  j->problem = NULL;
  j->holds = NULL;
}

/* Starts a judge's process for this plugin. */
static bool
spawn_judge (struct child *child, char **plugin, const char *path)
{
  if (!child_spawn (child, CHILD_JUDGE, 0))
    return false;
  *plugin = xstrdup (path);
  return true;
}

/* Ends a judge's process, unless there is none. */
static void
end_process (struct child *child, char **plugin, void (*how) (struct child *))
{
  if (*plugin != NULL)
    how (child);
  free (*plugin);
  *plugin = NULL;
}

static void
clear_judge (struct judge_process *j, void (*how) (struct child *))
{
  end_process (&j->child, &j->plugin, how);
  forget_problem (j);
}

void
judge_retire (struct judge_process *j)
{
  clear_judge (j, child_kill);
}

void
judge_end (struct judge_process *j)
{
  end_process (&j->next, &j->next_plugin, child_kill);
  clear_judge (j, interrupt_signal () != 0 ? child_kill : child_end);
}

/* Records that the family's teardown failed. */
static void
note_fault (struct judge_process *j, enum status status, const char *why)
{
  struct fault_record *record
      = fault_record_new (&j->faults->pool, j->holds, "teardown", status, why);

  record->output = printed_by (&j->child, &j->faults->pool);
  faults_add (j->faults, record);
}

static bool
is_noted (const struct judge_process *j, const struct case_ *c,
          const char *callback, const char *reason)
{
  const char *family = c->problem->job->family->name;

  for (size_t i = 0; i < j->faults->n; i++) {
    const struct fault_record *fault = j->faults->fault[i];

    if (strcmp (fault->family, family) == 0
        && strcmp (text_or_empty (fault->callback), callback) == 0
        && strcmp (fault->reason, reason) == 0)
      return true;
  }
  return false;
}

void
judge_note_faults (struct judge_process *j, const struct case_ *c,
                   const json_t *verdict)
{
  const json_t *finding;
  size_t i;

  json_array_foreach (json_object_get (verdict, "findings"), i, finding)
  {
    const char *callback, *reason;

    if (json_unpack ((json_t *)finding, "{s:s, s:s}", "callback", &callback,
                     "reason", &reason)
            == 0
        && !is_noted (j, c, callback, reason))
      faults_add (j->faults, fault_record_new (&j->faults->pool, c, callback,
                                               STATUS_FAILED, reason));
  }
}

/* Has the judge release its problem, by that operation. */
static void
end_problem (struct judge_process *j, const char *op)
{
  json_t *reply = NULL;
  enum child_answer answer;
  double seconds;
  char *why = NULL;

  if (j->holds == NULL)
    return;
  seconds = timeout_of (j->holds);
  child_send (&j->child, json_pack ("{s:s}", "op", op));
  answer = child_wait (&j->child, seconds, &reply, &why);
  if (answer == CHILD_CRASHED && !j->child.killed)
    note_fault (j, STATUS_CRASHED, why);
  else if (answer == CHILD_TIMEOUT) {
    why = timeout_reason (seconds, "raise timeout");
    note_fault (j, STATUS_TIMEOUT, why);
  }
  forget_problem (j);
  /* Its output belongs to no case. */
  free (child_output (&j->child));
  if (answer != CHILD_ANSWERED)
    judge_retire (j);
  free (why);
  json_decref (reply);
}

void
judge_release (struct judge_process *j)
{
  end_problem (j, "release_problem");
}

/* True where the one that comes next is for this family's plugin. */
static bool
has_next (const struct judge_process *j, const char *plugin)
{
  return j->next_plugin != NULL && strcmp (j->next_plugin, plugin) == 0
         && !child_gone (&j->next);
}

/* Starts the process for a family's plugin, unless it has that one. */
static bool
start_judge (struct judge_process *j, const char *plugin)
{
  if (j->plugin != NULL
      && (strcmp (j->plugin, plugin) != 0 || child_gone (&j->child)))
    judge_retire (j);
  if (j->plugin != NULL)
    return true;
  if (has_next (j, plugin)) {
    j->plugin = j->next_plugin;
    j->child = j->next;
    j->next_plugin = NULL;
    return true;
  }
  return spawn_judge (&j->child, &j->plugin, plugin);
}

pid_t
judge_start_next (struct judge_process *j, const struct case_ *c)
{
  const char *plugin = c->problem->job->family->plugin->path;

  if (j->plugin != NULL && strcmp (j->plugin, plugin) == 0)
    return j->child.pid;
  if (has_next (j, plugin))
    return j->next.pid;
  end_process (&j->next, &j->next_plugin, child_kill);
  return spawn_judge (&j->next, &j->next_plugin, plugin) ? j->next.pid : 0;
}

uint64_t
judge_seed (const struct case_ *c)
{
  int64_t seed = c->problem->job->settings.seed;

  /* A record has 63 bits for it, and 0 stands for none. */
  return seed != 0 ? (uint64_t)seed : (entropy_draw () >> 1) | 1;
}

static enum judge_result
take_answer (struct judge_process *j, const struct case_ *c,
             enum child_answer answer, json_t *reply, char **why)
{
  switch (answer) {
  case CHILD_ANSWERED:
    break;
  case CHILD_INTERRUPTED:
    return JUDGE_INTERRUPTED;
  case CHILD_TIMEOUT:
    *why = timeout_reason (timeout_of (c), timeout_advice (c));
    child_print_stack (&j->child);
    return JUDGE_FAILS;
  default:
    return JUDGE_FAILS;
  }
  j->problem = json_incref (json_object_get (reply, "problem"));
  if (j->problem == NULL)
    return JUDGE_REFUSES;
  j->holds = c;
  return JUDGE_READY;
}

static bool
holds_problem (const struct judge_process *j, const struct case_ *c)
{
  return j->holds != NULL && j->holds->problem == c->problem
         && !child_gone (&j->child);
}

bool
judge_start (struct judge_process *j, const struct case_ *c)
{
  if (holds_problem (j, c))
    return false;
  end_problem (j, "end_problem");
  return start_judge (j, c->problem->job->family->plugin->path);
}

enum judge_result
judge_ensure_problem (struct judge_process *j, const struct case_ *c,
                      json_t **reply, char **why)
{
  json_t *request;
  enum child_answer answer;

  *reply = NULL;
  *why = NULL;
  if (holds_problem (j, c))
    return JUDGE_READY;
  if (!judge_start (j, c))
    return JUDGE_INTERRUPTED;
  request = request_set_up (c, judge_seed (c), j->examines);
  cpu_affinity_set_judge (j->affinity, request);
  child_send (&j->child, request);
  answer = child_wait (&j->child, timeout_of (c), reply, why);
  return take_answer (j, c, answer, *reply, why);
}
