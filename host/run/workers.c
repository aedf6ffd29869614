/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/interrupt.h"
#include "base/xalloc.h"
#include "run/judges.h"
#include "run/workers.h"

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

void
workers_end (struct workers *workers)
{
  for (int i = 0; i < WORKERS_KEPT; i++)
    clear_worker (&workers->worker[i],
                  interrupt_signal () != 0 ? child_kill : child_end);
}

/* Releases the memory of a worker's problem.  A worker that does not answer is
 * killed: a variant may have broken it. */
static void
release_problem (struct worker *w)
{
  json_t *request, *reply = NULL;
  char *why = NULL;

  if (w->holds == NULL)
    return;
  child_resume (&w->child);
  request = json_pack ("{s:s}", "op", "release_problem");
  child_send (&w->child, request);
  w->holds = NULL;
  if (child_wait (&w->child, RELEASE_SECONDS, &reply, &why) != CHILD_ANSWERED)
    worker_retire (w);
  free (why);
  json_decref (reply);
  json_decref (request);
}

/* Releases the problems of the other workers on the device. */
static void
release_others (struct workers *workers, const struct worker *for_this)
{
  for (int i = 0; i < WORKERS_KEPT; i++) {
    struct worker *w = &workers->worker[i];

    if (w != for_this && w->plugin != NULL
        && strcmp (w->device, for_this->device) == 0)
      release_problem (w);
  }
}

/* Threads keep the affinity that they were started with, so that other cores
 * need another process. */
static bool
is_pinned_for (const struct worker *w, const char *cpus)
{
  return cpus == NULL ? w->cpus == NULL
                      : w->cpus != NULL && strcmp (w->cpus, cpus) == 0;
}

/* Returns the worker that serves a case; NULL: there is none. */
static struct worker *
find_worker (struct workers *workers, const struct case_ *c)
{
  const char *cpus = cpu_affinity_cpus (workers->affinity, c->problem->job);

  for (int i = 0; i < WORKERS_KEPT; i++) {
    struct worker *w = &workers->worker[i];

    if (w->plugin != NULL && strcmp (w->plugin, c->variant->plugin->path) == 0
        && strcmp (w->device, c->device) == 0 && is_pinned_for (w, cpus)
        && w->timer == c->mode.timer)
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
  clear_worker (slot, child_end);
  return slot;
}

static struct worker *
start_worker (struct workers *workers, const struct case_ *c)
{
  const char *cpus = cpu_affinity_cpus (workers->affinity, c->problem->job);
  struct worker *w = empty_slot (workers);

  if (!child_spawn (&w->child, CHILD_WORKER))
    return NULL;
  w->plugin = xstrdup (c->variant->plugin->path);
  w->device = xstrdup (c->device);
  w->timer = c->mode.timer;
  w->cpus = cpus != NULL ? xstrdup (cpus) : NULL;
  return w;
}

/* A worker that died while idle is no fault of the next case. */
static void
note_fall (struct workers *workers, struct worker *w)
{
  struct fault_record *fault;
  char *how = child_end_reason (&w->child), *why;

  /* Another process killed it, or it never ran a case. */
  if (how == NULL || w->last == NULL) {
    free (how);
    return;
  }
  why = xasprintf ("%s, when its case was over", how);
  fault = fault_record_of_variant (&workers->faults->pool, w->last,
                                   STATUS_CRASHED, why);
  fault->output = printed_by (&w->child, &workers->faults->pool);
  faults_add (workers->faults, fault);
  free (why);
  free (how);
}

void
workers_retire_dead (struct workers *workers)
{
  for (int i = 0; i < WORKERS_KEPT; i++) {
    struct worker *w = &workers->worker[i];

    if (w->plugin != NULL && child_gone (&w->child)) {
      note_fall (workers, w);
      worker_retire (w);
    }
  }
}

/* Stops idle workers, so that threads which a plugin left take no time from a
 * case. */
static void
stop_others (struct workers *workers, const struct worker *than)
{
  for (int i = 0; i < WORKERS_KEPT; i++)
    if (&workers->worker[i] != than && workers->worker[i].plugin != NULL)
      child_stop (&workers->worker[i].child);
}

/* With rounds, each case runs in a new process, since processes differ. */
static bool
is_stale (const struct worker *w, const struct case_ *c)
{
  return c->problem->job->settings.rounds > 1 && w->last != NULL;
}

struct worker *
workers_find_or_start (struct workers *workers, const struct case_ *c)
{
  struct worker *w;

  workers_retire_dead (workers);
  w = find_worker (workers, c);
  if (w != NULL && is_stale (w, c)) {
    clear_worker (w, child_end);
    w = NULL;
  }
  if (w != NULL && w->holds != NULL && w->holds->problem != c->problem)
    release_problem (w);
  if (w == NULL || w->plugin == NULL)
    w = start_worker (workers, c);
  if (w == NULL)
    return NULL;
  release_others (workers, w);
  stop_others (workers, w);
  child_resume (&w->child);
  w->holds = c;
  w->before = w->last;
  w->last = c;
  w->used = ++workers->count;
  return w;
}
