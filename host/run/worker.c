/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/message.h"
#include "base/coverage.h"
#include "base/random.h"
#include "base/shared.h"
#include "plugin/abi-names.h"
#include "run/child.h"
#include "run/confine.h"
#include "run/crash.h"
#include "run/dispatch.h"
#include "run/frame.h"
#include "run/reaper.h"
#include "record/run-record.h"

/* Confines a timing worker.  Returns a dispatcher of that role, which knows
 * where the judge is from its view. */
static struct dispatcher *
begin_worker (const struct run_ids *ids)
{
  const struct confined confined = confine_worker (ids);

  return dispatcher_new_of_roles (confined.memory ? JUDGE_APART
                                                  : JUDGE_READABLE,
                                  confined_lacks (&confined), ROLE_TIMER);
}

static struct dispatcher *
begin_role (const char *role, const struct run_ids *ids)
{
  if (strcmp (role, CHILD_WORKER) == 0)
    return begin_worker (ids);
  /* Threads of a judge that spin would take cores from the launches that come
   * next.  How a timing worker's threads wait is the user's choice. */
  setenv ("OMP_WAIT_POLICY", "passive", 1);
  confine_secret ();
  entropy_keep_stock ();
  return dispatcher_new_of_roles (
      JUDGE_APART, NULL,
      strcmp (role, CHILD_JUDGE) == 0 ? ROLE_JUDGE : ROLE_POLLER);
}

/* Moves a descriptor to a number where no plugin closes or writes to it.  -1:
 * there is none. */
static int
move_descriptor (int passed)
{
  int fd = fcntl (passed, F_DUPFD_CLOEXEC, 64);

  /* The limit of open files is lower. */
  if (fd < 0 && errno == EINVAL)
    fd = fcntl (passed, F_DUPFD_CLOEXEC, CALLBACK_FD + 1);
  close (passed);
  return fd;
}

/* Returns the answer to a request, with the nonce of the request. */
static json_t *
answer_request (struct dispatcher *dispatcher, struct frame_reader *reader,
                const json_t *request)
{
  const int passed = frame_reader_take_fd (reader);
  const int channel_fd = passed >= 0 ? move_descriptor (passed) : -1;
  json_t *reply = dispatcher_answer (dispatcher, request, channel_fd);

  json_object_set (reply, REQUEST_NONCE,
                   json_object_get (request, REQUEST_NONCE));
  if (channel_fd >= 0)
    close (channel_fd);
  return reply;
}

/* Writes the answer, or why there is none.  False where the supervisor is
 * gone, or can't be reached. */
static bool
write_answer (int fd, json_t *reply)
{
  json_t *why;
  bool sent = frame_write (fd, reply, -1);

  if (sent || errno != EMSGSIZE)
    return sent;
  why = json_pack (
      "{s:s, s:O*}", "error",
      "its answer is over 16 MiB, or no UTF-8: see the texts in its tables",
      REQUEST_NONCE, json_object_get (reply, REQUEST_NONCE));
  sent = frame_write (fd, why, -1);
  json_decref (why);
  return sent;
}

/* The memory stays mapped until the process ends. */
static void
share_last_words (void)
{
  struct shared shared;

  if (shared_open (&shared, move_descriptor (CALLBACK_FD),
                   sizeof (struct last_words), true)) {
    struct last_words *words = shared.memory;

    callback_store_in (&words->callback);
    crash_handle (words);
  }
}

int
worker_main (int argc, char **argv)
{
  const char *role = argv[1];
  const struct run_ids ids = { .supervisor = argc > 2 ? atoi (argv[2]) : 0,
                               .judge = argc > 3 ? atoi (argv[3]) : 0 };
  struct frame_reader reader = { 0 };
  enum frame_result got;
  struct dispatcher *dispatcher;
  json_t *request = NULL;
  int fd;

  if (fcntl (WORKER_FD, F_GETFD) >= 0)
    reaper_end_with_parent (SIGKILL, WORKER_FD);
  fd = move_descriptor (WORKER_FD);
  if (fd < 0) {
    message_print ("%s is for gkhost's own use; see gkhost --help", role);
    return EXIT_USAGE;
  }
  share_last_words ();
  setvbuf (stdout, NULL, _IOLBF, 0);
  dispatcher = begin_role (role, &ids);
  for (;;) {
    json_t *reply;
    bool sent;

    dispatcher_wait (dispatcher, fd);
    got = frame_read (&reader, fd, &request);

    if (got == FRAME_END || got == FRAME_CUT || got == FRAME_BROKEN)
      break; /* the supervisor is gone */
    if (request == NULL)
      continue;
    reply = answer_request (dispatcher, &reader, request);
    fflush (stdout);
    json_decref (request);
    request = NULL;
    /* The supervisor may kill this process as soon as it has its answer. */
    coverage_dump ();
    sent = write_answer (fd, reply);
    json_decref (reply);
    if (!sent)
      break;
  }
  if (fcntl (fd, F_GETFD) < 0)
    callback_begin (CALLBACK_CLOSED);
  dispatcher_free (dispatcher);
  frame_reader_free (&reader);
  fflush (stdout);
  coverage_dump ();
  /* Skips atexit handlers of plugins and vendor libraries: they are slow
   * (CUDA's runtime loads the driver only to leave it) and not always
   * correct. */
  _exit (EXIT_PASSED);
}
