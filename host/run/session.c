/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/cpu-time.h"
#include "base/message.h"
#include "base/text.h"
#include "base/xalloc.h"
#include "run/lane.h"
#include "run/request.h"

bool
session_open (struct session *s, const struct case_ *c,
              struct judge_process *judge, struct child *worker,
              const struct replay_request *replay)
{
  json_t *to_judge, *to_worker;
  int line[2];

  *s = (struct session){ .c = c,
                         .judge = &judge->child,
                         .worker = worker,
                         .begin = clock_now (),
                         .seconds = c->problem->job->settings.sampling.timeout,
                         .replays = replay != NULL,
                         .channel_fd = -1 };
  if (socketpair (AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, line) < 0) {
    message_print ("can't make a socket between judge and worker: %s",
                   strerror (errno));
    return false;
  }
  to_judge = request_judge (c, worker->pid, replay);
  to_worker = request_run (c, judge->problem);
  cpu_affinity_set_timing (judge->affinity, c->problem->job, to_judge);
  cpu_affinity_set_timing (judge->affinity, c->problem->job, to_worker);
  child_send_with_fd (s->judge, to_judge, line[0]);
  child_send_with_fd (s->worker, to_worker, line[1]);
  close (line[1]);
  s->channel_fd = line[0];
  s->process = worker->pid;
  s->computed = cpu_time_all_threads (worker->pid);
  s->wanted = cpu_time_wanted (worker->pid);
  return true;
}

/* For the one that is left to answer when the other is gone. */
#define GRACE_SECONDS 2

static void
wait_for_worker (struct session *s, double seconds)
{
  s->worker_ended
      = child_wait (s->worker, seconds, &s->worker_reply, &s->worker_why);
}

/* Waits for both.  When one of them has ended, the channel is shut down, so
 * that the other ends, too, even if a third process has a copy of the
 * channel. */
static void
wait_for_both (struct session *s)
{
  struct deadline deadline;

  deadline_start (&deadline, s->seconds);
  s->judge_ended = child_wait_beside (s->judge, s->worker, &deadline,
                                      &s->verdict, &s->judge_why);
  if (s->judge_ended == CHILD_INTERRUPTED)
    return;
  if (s->judge_ended == CHILD_BESIDE) {
    wait_for_worker (s, GRACE_SECONDS);
    shutdown (s->channel_fd, SHUT_RDWR);
    s->judge_ended = child_wait (s->judge, fmax (deadline.left, GRACE_SECONDS),
                                 &s->verdict, &s->judge_why);
    return;
  }
  shutdown (s->channel_fd, SHUT_RDWR);
  if (s->judge_ended == CHILD_TIMEOUT) {
    /* If the judge still answers, it was waiting for the worker. */
    if (child_wait (s->judge, GRACE_SECONDS, &s->verdict, &s->judge_why)
        == CHILD_ANSWERED)
      s->worker_ended = CHILD_TIMEOUT;
    return;
  }
  wait_for_worker (s, s->judge_ended == CHILD_ANSWERED
                          ? fmax (deadline.left, GRACE_SECONDS)
                          : GRACE_SECONDS);
}

/* Returns how the worker failed, as the judge found it; NULL: it did not. */
static const char *
worker_loss (const struct session *s)
{
  return json_string_value (json_object_get (s->verdict, "lost"));
}

void
session_blame_family (struct case_record *record, struct pool *pool,
                      const struct case_ *c, const char *why)
{
  case_record_end (
      record, pool, STATUS_FAILED,
      pool_made (pool, xasprintf ("family %s: %s",
                                  c->problem->job->family->name, why)));
}

/* Shares of a case's time: of a worker that computed, and of one that slept. */
#define COMPUTED_SHARE 0.5
#define SLEPT_SHARE 0.05

/* Returns what the worker did, and what to do about that; in the pool. */
static const char *
timeout_remedy (const struct session *s, struct pool *pool)
{
  const pid_t pid = s->worker->pid;
  const double wanted = cpu_time_wanted (pid) - s->wanted;
  const double computed = cpu_time_all_threads (pid) - s->computed;
  const bool busy = wanted > COMPUTED_SHARE * s->seconds;

  if (!busy && computed < SLEPT_SHARE * s->seconds)
    return "it slept: does it wait for a lock?";
  return pool_made (pool,
                    xasprintf ("%s%s", busy ? "it computed all the time; " : "",
                               timeout_advice (s->c)));
}

/* Stores the outcome of the case. */
static void
set_outcome (const struct session *s, struct case_record *record,
             struct pool *pool)
{
  if (s->judge_ended == CHILD_CRASHED)
    session_blame_family (record, pool, s->c, s->judge_why);
  else if (s->worker_ended == CHILD_CRASHED)
    case_record_end (record, pool, STATUS_CRASHED, s->worker_why);
  else if (s->worker_ended == CHILD_TIMEOUT) {
    case_record_end (
        record, pool, STATUS_TIMEOUT,
        pool_made (pool,
                   timeout_reason (s->seconds, timeout_remedy (s, pool))));
    record->result.spent.total_s = clock_now () - s->begin;
  } else if (s->judge_ended == CHILD_TIMEOUT)
    session_blame_family (
        record, pool, s->c,
        pool_made (pool, timeout_reason (s->seconds, "raise timeout")));
  else if (worker_loss (s) != NULL)
    case_record_end (record, pool, STATUS_CRASHED,
                     "the worker's answer is garbled: something other than "
                     "gkhost wrote to its descriptor");
  else
    session_apply (record, pool, s->verdict, s->worker_reply);
}

void
session_apply (struct case_record *record, struct pool *pool, json_t *verdict,
               const json_t *worker_reply)
{
  logs_append (verdict, json_object_get (worker_reply, "log"));
  metrics_append (verdict, worker_reply);
  fields_from_json (&case_fields, record, pool, verdict, BY_WORKER);
  if (record->result.status == STATUS_ABSENT)
    case_record_end (record, pool, STATUS_FAILED,
                     "the judge's answer has no status");
}

void
session_end_refused (struct case_record *record, struct pool *pool,
                     const json_t *reply)
{
  fields_from_json (&case_fields, record, pool, reply, BY_WORKER);
  if (record->result.status == STATUS_ABSENT)
    case_record_end (record, pool, STATUS_FAILED,
                     "the judge's answer can't be understood");
  record->result.verify.done = FLAG_NO;
}

/* Appends output to that of the other process.  Keeps the end of it, in whole
 * characters. */
static void
add_printed (struct case_record *record, struct pool *pool, const char *printed)
{
  size_t n, at;
  char *all;

  if (printed == NULL)
    return;
  all = xasprintf ("%s%s", text_or_empty (record->output), printed);
  n = strlen (all);
  at = n > CHILD_TAIL ? n - CHILD_TAIL : 0;
  while (at > 0 && ((unsigned char)all[at] & 0xc0) == 0x80)
    at++;
  record->output = pool_text (pool, all + at);
  free (all);
}

bool
session_end (struct session *s, struct case_record *record, struct pool *pool)
{
  wait_for_both (s);
  if (s->judge_ended == CHILD_INTERRUPTED
      || s->worker_ended == CHILD_INTERRUPTED)
    return false;
  set_outcome (s, record, pool);
  if (record->result.status == STATUS_TIMEOUT)
    child_print_stack (s->worker);
  else if (s->judge_ended == CHILD_TIMEOUT)
    child_print_stack (s->judge);
  if (s->process > 0)
    record->process = s->process;
  if (s->worker_ended == CHILD_ANSWERED
      && (!s->replays || record->result.status != STATUS_OK))
    record->libraries = libraries_of (s->worker->pid, pool);
  add_printed (record, pool, printed_by (s->judge, pool));
  add_printed (record, pool, printed_by (s->worker, pool));
  return true;
}

bool
session_worker_is_sound (const struct session *s,
                         const struct case_record *record)
{
  enum status status = record->result.status;

  /* What it wrote anywhere must not be charged to the next case. */
  return s->worker_reply != NULL && s->worker_ended == CHILD_ANSWERED
         && worker_loss (s) == NULL && status != STATUS_WRONG
         && status != STATUS_FAILED
         && !json_is_true (json_object_get (s->worker_reply, "needs_restart"));
}

void
session_free (struct session *s)
{
  if (s->channel_fd >= 0)
    close (s->channel_fd);
  json_decref (s->verdict);
  json_decref (s->worker_reply);
  free (s->judge_why);
  free (s->worker_why);
}
