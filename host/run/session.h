/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A session: a case on its way, at the judge and at the worker, and what the
 * supervisor makes of how each of them ended.
 */
#ifndef SESSION_H
#define SESSION_H

#include <stdbool.h>

#include <jansson.h>

#include "base/pool.h"
#include "plan/cases.h"
#include "run/child.h"
#include "run/judges.h"
#include "record/case-record.h"

struct session {
  const struct case_ *c;
  struct child *judge, *worker;
  double seconds;  /* that it may take in all */
  json_t *log;     /* lines of earlier turns, borrowed; NULL: there were none */
  pid_t process;   /* that times; 0: it is not known */
  int channel_fd;  /* our copy of the judge's end of the line between them */
  json_t *verdict; /* the judge's answer; NULL: none */
  json_t *worker_reply; /* the worker's; NULL: none */
  enum child_answer judge_ended, worker_ended;
  char *judge_why, *worker_why;
};

/* Hands the case to both, with a line between them; turn: as in a request.
 * False, complained of, when there can be none. */
bool session_open (struct session *session, const struct case_ *c,
                   struct judge_process *judge, struct child *worker, int turn);
/* Waits for both, and sets what came of the case.  False: interrupted. */
bool session_end (struct session *session, struct case_record *record,
                  struct pool *pool);
/* Whether it was but a turn, and the case goes on in another session. */
bool session_is_paused (const struct session *session);
/* The lines that were logged so far, a new reference. */
json_t *session_log (const struct session *session);
/* Whether a process can go on with other cases. */
bool session_judge_is_sound (const struct session *session);
bool session_worker_is_sound (const struct session *session,
                              const struct case_record *record);
void session_free (struct session *session);

/* Sets what a verdict, and what the worker worker_reply, may say of the record, and the
 * lines of earlier turns; both of the latter may be NULL. */
void session_apply (struct case_record *record, struct pool *pool,
                    json_t *verdict, const json_t *worker_reply, const json_t *log);

/* Ends a case whose judge said why there is no problem. */
void session_end_refused (struct case_record *record, struct pool *pool,
                          const json_t *reply);
/* Ends a case for what its family did. */
void session_blame_family (struct case_record *record, struct pool *pool,
                           const struct case_ *c, enum status status,
                           const char *why);

#endif
