/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A worker as the supervisor sees it: a process of this same program, spawned
 * afresh, that answers frames; what it prints is caught apart.
 */
#ifndef CHILD_H
#define CHILD_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/shared.h"
#include "base/strand.h"
#include "run/frame.h"

enum { CHILD_TAIL = 2048 };

/* What it is for: the argument that makes the program one of these. */
#define CHILD_WORKER "--worker"
#define CHILD_JUDGE "--judge"
#define CHILD_POLLER "--watcher"
#define CHILD_MPI "--mpi-helper"

struct child {
  const char *role;      /* one of these */
  struct strand *strand; /* that waits for it; NULL: none */
  pid_t pid;     /* its keeper's, which ends as it does; 0: there is none */
  pid_t process; /* its own, once it was heard */
  int frames, output; /* our ends */
  json_int_t nonce;   /* of the last request, which its answer repeats */
  int unsent;         /* the error for which that was not sent; 0: it was */
  struct frame_reader reader;
  struct shared running; /* a byte: which callback, by plugin/callback.h */
  char tail[CHILD_TAIL]; /* the end of what it printed since the last ask */
  size_t tail_n;
};

/* The key of a request's nonce. */
#define REQUEST_NONCE "nonce"
/* The descriptors on which a child speaks frames, and of the byte in which it
 * tells which callback is running. */
enum { WORKER_FD = 3, CALLBACK_FD = 4 };

/* strand: that alone waits for it, while it runs; NULL: none.  Complains and
 * returns false when no process can be made. */
bool child_spawn (struct child *child, const char *role, struct strand *strand);

enum child_answer {
  CHILD_ANSWERED, /* *reply is a new reference */
  CHILD_CRASHED,  /* it ended, or said nonsense; *why tells how */
  CHILD_TIMEOUT,
  CHILD_INTERRUPTED, /* a signal came that interrupt.h notes */
  CHILD_BESIDE       /* the one beside it ended, or spoke unasked */
};

/* Sends a request; where that fails, to wait for the answer says why. */
void child_send (struct child *child, const json_t *request);
/* The same, with a descriptor that it gets a copy of. */
void child_send_with_fd (struct child *child, const json_t *request,
                         int passed);
/* Waits for the answer to what was sent, for as many seconds at the most. */
enum child_answer child_wait (struct child *child, double seconds,
                              json_t **reply, char **why);
/* The same, with an eye on another child that works with it. */
enum child_answer child_wait_beside (struct child *child, struct child *beside,
                                     double seconds, json_t **reply,
                                     char **why);

/* Its own process, the leader of its group; waits till it has begun.  0: it
 * has not, or is gone. */
pid_t child_process (struct child *child);

/* Whether its process has ended, by itself or by somebody's signal. */
bool child_gone (const struct child *child);

/* How a process that is gone came to its end, to be freed; NULL: by somebody's
 * SIGKILL. */
char *child_end_reason (struct child *child);

/* Stops it, with what it started, and has it go on. */
void child_stop (const struct child *child);
void child_resume (const struct child *child);

/* What was printed since the last call, or NULL; the caller frees it. */
char *child_output (struct child *child);

/* Ends the worker, with patience while it leaves by itself, and frees. */
void child_end (struct child *child);
/* Leaves it to itself: it is asked nothing any more, and ends when it wants. */
void child_detach (struct child *child);
/* Ends it at once, with whatever it started.  Complains of one that does not
 * end, since something holds it, and leaves it behind. */
void child_kill (struct child *child);

#endif
