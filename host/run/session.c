/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/message.h"
#include "base/text.h"
#include "base/xalloc.h"
#include "run/session.h"
#include "run/logs.h"
#include "run/request.h"

bool
session_open (struct session *h, const struct case_ *c,
              struct judge_process *judge, struct child *worker, int turn)
{
  json_t *to_judge, *to_worker;
  int line[2];

  *h = (struct session){ .c = c,
                         .judge = &judge->child,
                         .worker = worker,
                         .seconds = c->problem->job->settings.sampling.timeout,
                         .channel_fd = -1 };
  if (socketpair (AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, line) < 0) {
    message_print ("can't make a socket between judge and worker: %s",
                   strerror (errno));
    return false;
  }
  to_judge = request_judge (c, child_process (worker), turn);
  to_worker = request_run (c, judge->problem);
  cpu_affinity_set_timing (judge->affinity, c->problem->job, to_judge);
  cpu_affinity_set_timing (judge->affinity, c->problem->job, to_worker);
  child_send_with_fd (h->judge, to_judge, line[0]);
  child_send_with_fd (h->worker, to_worker, line[1]);
  close (line[1]);
  h->channel_fd = line[0];
  h->process = child_process (worker);
  json_decref (to_judge);
  json_decref (to_worker);
  return true;
}

/* How long who is left may take to say so when the other is gone. */
#define GRACE_SECONDS 2

/* Waits for the worker's answer. */
static void
wait_for_worker (struct session *h, double seconds)
{
  h->worker_ended
      = child_wait (h->worker, seconds, &h->worker_reply, &h->worker_why);
}

/* Waits for both.  When one of them is at its end nothing more goes over the
 * line; it is cut, so that the other comes to its own, whoever else has a copy
 * of it. */
static void
wait_for_both (struct session *h)
{
  double end = clock_now () + h->seconds;

  h->judge_ended = child_wait_beside (h->judge, h->worker, h->seconds,
                                      &h->verdict, &h->judge_why);
  if (h->judge_ended == CHILD_INTERRUPTED)
    return;
  if (h->judge_ended == CHILD_BESIDE) {
    wait_for_worker (h, GRACE_SECONDS);
    shutdown (h->channel_fd, SHUT_RDWR);
    h->judge_ended
        = child_wait (h->judge, fmax (end - clock_now (), GRACE_SECONDS),
                      &h->verdict, &h->judge_why);
    return;
  }
  shutdown (h->channel_fd, SHUT_RDWR);
  if (h->judge_ended == CHILD_TIMEOUT) {
    /* Whoever still answers was waiting for the other. */
    if (child_wait (h->judge, GRACE_SECONDS, &h->verdict, &h->judge_why)
        == CHILD_ANSWERED)
      h->worker_ended = CHILD_TIMEOUT;
    return;
  }
  wait_for_worker (h, h->judge_ended == CHILD_ANSWERED
                          ? fmax (end - clock_now (), GRACE_SECONDS)
                          : GRACE_SECONDS);
}

/* Whether the judge found that the worker did not hold out. */
static const char *
worker_loss (const struct session *h)
{
  return json_string_value (json_object_get (h->verdict, "lost"));
}

bool
session_is_paused (const struct session *h)
{
  return json_is_true (json_object_get (h->verdict, "paused"))
         && h->worker_ended == CHILD_ANSWERED && worker_loss (h) == NULL;
}

void
session_blame_family (struct case_record *record, struct pool *pool,
                      const struct case_ *c, enum status status,
                      const char *why)
{
  char *reason
      = xasprintf ("family %s: %s", c->problem->job->family->name, why);

  case_record_end (record, pool, status, reason);
  free (reason);
}

/* Sets what came of the case. */
static void
set_outcome (const struct session *h, struct case_record *record,
             struct pool *pool)
{
  char *why;

  if (h->judge_ended == CHILD_CRASHED)
    session_blame_family (record, pool, h->c, STATUS_FAILED, h->judge_why);
  else if (h->worker_ended == CHILD_CRASHED)
    case_record_end (record, pool, STATUS_CRASHED, h->worker_why);
  else if (h->worker_ended == CHILD_TIMEOUT) {
    why = timeout_reason (h->seconds,
                          "choose a smaller problem or raise timeout");
    case_record_end (record, pool, STATUS_TIMEOUT, why);
    free (why);
  } else if (h->judge_ended == CHILD_TIMEOUT) {
    why = timeout_reason (h->seconds, "raise timeout");
    session_blame_family (record, pool, h->c, STATUS_FAILED, why);
    free (why);
  } else if (worker_loss (h) != NULL)
    case_record_end (record, pool, STATUS_CRASHED,
                     "the worker's answer is garbled: something other than "
                     "gkhost wrote to its descriptor");
  else if (!session_is_paused (h))
    session_apply (record, pool, h->verdict, h->worker_reply, h->log);
}

json_t *
session_log (const struct session *h)
{
  json_t *lines;

  logs_append (h->verdict, json_object_get (h->worker_reply, "log"));
  logs_prepend (h->verdict, h->log);
  lines = json_object_get (h->verdict, "log");
  return json_incref (lines);
}

void
session_apply (struct case_record *record, struct pool *pool, json_t *verdict,
               const json_t *told, const json_t *log)
{
  logs_append (verdict, json_object_get (told, "log"));
  logs_prepend (verdict, log);
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

/* Behind what was printed in earlier turns, and by the other; the end of it, in
 * whole characters. */
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
session_end (struct session *h, struct case_record *record, struct pool *pool)
{
  wait_for_both (h);
  if (h->judge_ended == CHILD_INTERRUPTED
      || h->worker_ended == CHILD_INTERRUPTED)
    return false;
  set_outcome (h, record, pool);
  if (h->process > 0)
    record->process = h->process;
  add_printed (record, pool, printed_by (h->judge, pool));
  add_printed (record, pool, printed_by (h->worker, pool));
  return true;
}

bool
session_judge_is_sound (const struct session *h)
{
  return h->verdict != NULL;
}

bool
session_worker_is_sound (const struct session *h,
                         const struct case_record *record)
{
  enum status status = record->result.status;

  /* What it wrote anywhere must not be laid to the next case. */
  return h->worker_reply != NULL && h->worker_ended == CHILD_ANSWERED
         && worker_loss (h) == NULL && status != STATUS_WRONG
         && status != STATUS_FAILED
         && !json_is_true (json_object_get (h->worker_reply, "needs_restart"));
}

void
session_free (struct session *h)
{
  if (h->channel_fd >= 0)
    close (h->channel_fd);
  json_decref (h->verdict);
  json_decref (h->worker_reply);
  free (h->judge_why);
  free (h->worker_why);
}
