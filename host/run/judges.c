/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/interrupt.h"
#include "base/text.h"
#include "base/random.h"
#include "base/xalloc.h"
#include "run/judges.h"
#include "run/request.h"

const char *
printed_by (struct child *child, struct pool *pool)
{
  char *text = child_output (child), *clean;
  const char *kept;

  if (text == NULL)
    return NULL;
  clean = utf8_repair (text);
  kept = pool_text (pool, clean);
  free (clean);
  free (text);
  return kept;
}

char *
timeout_reason (double seconds, const char *remedy)
{
  return xasprintf ("did not finish within %g s; %s", seconds, remedy);
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

static void
clear_judge (struct judge_process *j, void (*how) (struct child *))
{
  if (j->plugin != NULL)
    how (&j->child);
  free (j->plugin);
  j->plugin = NULL;
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

void
judge_release (struct judge_process *j)
{
  json_t *request, *reply = NULL;
  enum child_answer answer;
  double seconds;
  char *why = NULL;

  if (j->holds == NULL)
    return;
  seconds = timeout_of (j->holds);
  request = json_pack ("{s:s}", "op", "release_problem");
  child_send (&j->child, request);
  answer = child_wait (&j->child, seconds, &reply, &why);
  if (answer == CHILD_CRASHED)
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
  json_decref (request);
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
  if (!child_spawn (&j->child, CHILD_JUDGE))
    return false;
  j->plugin = xstrdup (plugin);
  return true;
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
    *why = timeout_reason (timeout_of (c),
                           "choose a smaller problem or raise timeout");
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

enum judge_result
judge_ensure_problem (struct judge_process *j, const struct case_ *c,
                      json_t **reply, char **why)
{
  json_t *request;
  enum child_answer answer;
  enum judge_result result;

  *reply = NULL;
  *why = NULL;
  if (j->holds != NULL && j->holds->problem == c->problem
      && !child_gone (&j->child))
    return JUDGE_READY;
  judge_release (j);
  if (!start_judge (j, c->problem->job->family->plugin->path))
    return JUDGE_INTERRUPTED;
  request = request_set_up (c, judge_seed (c), j->examines);
  cpu_affinity_set_judge (j->affinity, request);
  child_send (&j->child, request);
  answer = child_wait (&j->child, timeout_of (c), reply, why);
  result = take_answer (j, c, answer, *reply, why);
  json_decref (request);
  return result;
}
