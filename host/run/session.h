/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A session: a case at work in the judge and in the timing worker, from the two
 * requests to the two answers.
 *
 * A failure is charged like this.  When the judge crashes or is too slow, the
 * family failed: "failed", with a reason that begins with "family NAME:".  When
 * the worker crashes or is too slow, the case did: "crashed" or "timeout".
 * When one of them is gone, or out of time, the channel is shut down, so that
 * the other ends soon.  The one that still answers then was waiting for the
 * other.
 */
#ifndef SESSION_H
#define SESSION_H

#include <stdbool.h>

#include <jansson.h>

#include "base/pool.h"
#include "plan/cases.h"
#include "run/child.h"
#include "record/case-record.h"
#include "run/workers.h"

struct session {
  const struct case_ *c;
  struct child *judge, *worker;
  double seconds;       /* that the session may take */
  pid_t process;        /* the timing process; 0: not known */
  int channel_fd;       /* our copy of the judge's end of the channel */
  json_t *verdict;      /* the judge's answer; NULL: none */
  json_t *worker_reply; /* the worker's; NULL: none */
  enum child_answer judge_ended, worker_ended;
  char *judge_why, *worker_why;
};

/* Sends the case to both, with a channel between them.  False, after a message,
 * when there is no socket. */
bool session_open (struct session *session, const struct case_ *c,
                   struct judge_process *judge, struct child *worker);
/* Waits for both and stores the outcome of the case.  False after an
 * interrupt. */
bool session_end (struct session *session, struct case_record *record,
                  struct pool *pool);
/* True when the process can serve other cases. */
bool session_judge_is_sound (const struct session *session);
bool session_worker_is_sound (const struct session *session,
                              const struct case_record *record);
void session_free (struct session *session);

/* Stores what a verdict and the worker's answer, which may be NULL, may set in
 * the record. */
void session_apply (struct case_record *record, struct pool *pool,
                    json_t *verdict, const json_t *worker_reply);

/* Ends a case whose judge answered why there is no problem. */
void session_end_refused (struct case_record *record, struct pool *pool,
                          const json_t *reply);
/* Ends a case with a failure of its family. */
void session_blame_family (struct case_record *record, struct pool *pool,
                           const struct case_ *c, enum status status,
                           const char *why);

#endif
