/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A child as the supervisor sees it: a process of this same program, spawned
 * afresh.
 *
 * - It answers in frames (frame.h) on descriptor 3.  Each request has a nonce
 *   that its answer repeats: a plugin that writes frames of its own would
 *   otherwise shift each answer to the next case.
 * - Shared memory (descriptor 4) holds the number of the running callback, and
 *   where the process crashed (crash.h), for the reason of a crash.
 * - A pipe takes the plugin's output; the last CHILD_TAIL bytes go into the
 *   record.
 * - It leads a process group, and ends when this process does.  What a plugin
 *   started ends with it (reaper.h).
 */
#ifndef CHILD_H
#define CHILD_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/shared.h"
#include "run/frame.h"

enum { CHILD_TAIL = 2048 };

/* The roles: the argument that makes the program one of these. */
#define CHILD_WORKER "--worker"
#define CHILD_JUDGE "--judge"
#define CHILD_POLLER "--watcher"

struct child {
  const char *role;   /* one of these */
  pid_t pid;          /* 0: none */
  int frames, output; /* our ends */
  json_int_t nonce;   /* of the last request */
  bool killed;        /* another process or a limit ended it, not its code */
  int unsent;         /* errno of a request that could not be sent; 0: it was */
  struct frame_reader reader;
  struct shared running; /* struct last_words */
  char tail[CHILD_TAIL]; /* the end of what it printed since child_output */
  size_t tail_n;
};

/* The key of a request's nonce. */
#define REQUEST_NONCE "nonce"
/* A child's descriptors: of its frames, and of the memory with the callback
 * that is running. */
enum { WORKER_FD = 3, CALLBACK_FD = 4 };

/* judge: the judge's process, which a worker must not change; 0: there is
 * none.  False, after a message, when no process can be made. */
bool child_spawn (struct child *child, const char *role, pid_t judge);

/* A deadline that survives SIGSTOP: it counts only the time in which this
 * process ran.  While it was stopped (Ctrl-Z, a debugger, a container that was
 * paused) it could not read answers, and its children may have been stopped
 * with it. */

struct deadline {
  double left;    /* seconds */
  double checked; /* when the clock was last read */
  double most;    /* the most that can pass until the next read unless it is
                   * stopped */
};

void deadline_start (struct deadline *deadline, double seconds);
/* Returns how many milliseconds the next poll may wait, at most 1000. */
int deadline_poll_ms (struct deadline *deadline);
/* True when it is over.  Call it after each such poll. */
bool deadline_is_over (struct deadline *deadline);

enum child_answer {
  CHILD_ANSWERED, /* *reply is a new reference */
  CHILD_CRASHED,  /* it ended or its answer is garbled; *why says how */
  CHILD_TIMEOUT,
  CHILD_INTERRUPTED, /* a signal came that interrupt.h notes */
  CHILD_BESIDE       /* the other child ended, or sent something */
};

/* Sends a request, which it frees.  An error is reported by the wait for the
 * answer. */
void child_send (struct child *child, json_t *request);
/* Sends a request with a descriptor, of which the child gets a copy. */
void child_send_with_fd (struct child *child, json_t *request, int passed);
/* Waits at most so many seconds for the answer to the last request. */
enum child_answer child_wait (struct child *child, double seconds,
                              json_t **reply, char **why);
/* Waits also until another child, which works with it, ends or answers.  beside
 * may be NULL. */
enum child_answer child_wait_beside (struct child *child, struct child *beside,
                                     struct deadline *deadline, json_t **reply,
                                     char **why);

/* True when a wait for its answer would be short: it answered, or is gone. */
bool child_has_answered (const struct child *child);
/* True when its process has ended, by itself or by a signal. */
bool child_gone (const struct child *child);

/* Returns how a process that is gone ended, to be freed; NULL where it was
 * killed. */
char *child_end_reason (struct child *child);

/* Stops and continues the child's process group. */
void child_stop (const struct child *child);
void child_resume (const struct child *child);

/* Asks a process that did not answer to print where it is, and waits for that:
 * the bridge of a language does so on SIGURG, which all others ignore. */
void child_print_stack (struct child *child);

/* Returns what was printed since the last call, without its NULs, to be freed;
 * NULL: nothing. */
char *child_output (struct child *child);

/* Closes its frames, on which it exits, and does not wait for that. */
void child_dismiss (struct child *child);
/* Dismisses it, waits while it exits by itself, then kills it. */
void child_end (struct child *child);
/* Kills it with all that it started, and does not wait for its end. */
void child_begin_kill (const struct child *child);
/* Likewise, and waits.  Prints a message about one that does not
 * end because it is traced, and leaves it behind. */
void child_kill (struct child *child);

#endif
