/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How the supervisor tells the ways in which a worker stops answering.  The
 * workers are this program itself: each does what its request says.
 */
#include <config.h>

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "run/child.h"
#include "run/reaper.h"
#include "tests/unit/unit.h"

static void
put (const char *bytes, size_t n)
{
  if (write (WORKER_FD, bytes, n) != (ssize_t)n)
    _exit (9);
}

static void
fall (void)
{
  /* Whatever handler a sanitizer set is not what is tested. */
  signal (SIGSEGV, SIG_DFL);
  raise (SIGSEGV);
}

/* The worker: answers the first request as it is told to. */
static int
work (void)
{
  struct frame_reader reader = { 0 };
  json_t *request = NULL;
  const char *op;

  while (frame_read (&reader, WORKER_FD, &request) == FRAME_MORE)
    continue;
  op = json_string_value (json_object_get (request, "op"));
  if (strcmp (op, "print") == 0 && write (STDOUT_FILENO, "a\0b\n", 4) != 4)
    _exit (9);
  if (strcmp (op, "answer") == 0 || strcmp (op, "print") == 0) {
    frame_write (WORKER_FD, request, -1);
    pause ();
  } else if (strcmp (op, "fall in a frame") == 0) {
    put ("\x20\0\0\0{\"status\"", 13);
    fall ();
  } else if (strcmp (op, "fall in the length of a frame") == 0) {
    put ("\x20\0", 2);
    fall ();
  } else if (strcmp (op, "leave in a frame") == 0) {
    put ("\x20\0\0\0{", 5);
    _exit (7);
  } else if (strcmp (op, "fall") == 0) {
    fall ();
  } else if (strcmp (op, "write nonsense") == 0) {
    put ("\2\0\0\0[]", 6);
    pause ();
  }
  pause ();
  return 0;
}

/* Asks a worker, and looks at what comes of it. */
static void
asked (const char *op, double seconds, enum child_answer want,
       const char *want_why)
{
  json_t *reply = NULL;
  struct child child;
  char *why = NULL;

  assert_true (child_spawn (&child, CHILD_WORKER, 0));
  child_send (&child, json_pack ("{s:s}", "op", op));
  assert_int_equal (child_wait (&child, seconds, &reply, &why), want);
  if (want_why == NULL)
    assert_null (why);
  else
    assert_non_null (strstr (why, want_why));
  child_kill (&child);
  free (why);
  json_decref (reply);
}

TEST (answers)
{
  asked ("answer", 20, CHILD_ANSWERED, NULL);
  asked ("stay silent", 0.05, CHILD_TIMEOUT, NULL);
}

TEST (output_goes_on_after_a_nul)
{
  json_t *reply = NULL;
  struct child child;
  char *why = NULL, *output;

  assert_true (child_spawn (&child, CHILD_WORKER, 0));
  child_send (&child, json_pack ("{s:s}", "op", "print"));
  assert_int_equal (child_wait (&child, 20, &reply, &why), CHILD_ANSWERED);
  output = child_output (&child);
  assert_string_equal (output, "ab\n");
  free (output);
  assert_null (child_output (&child));
  child_kill (&child);
  json_decref (reply);
}

TEST (one_that_is_dismissed_is_not_waited_for)
{
  struct child child;

  assert_true (child_spawn (&child, CHILD_WORKER, 0));
  child_send (&child, json_pack ("{s:s}", "op", "stay silent"));
  child_dismiss (&child);
  assert_int_equal (child.frames, -1);
  assert_true (child.pid > 0);
  assert_false (child_gone (&child));
  child_kill (&child);
  assert_int_equal (child.pid, 0);
}

TEST (crashes)
{
  asked ("fall", 20, CHILD_CRASHED, "ended by signal 11");
  asked ("fall in a frame", 20, CHILD_CRASHED, "ended by signal 11");
  asked ("fall in the length of a frame", 20, CHILD_CRASHED,
         "ended by signal 11");
  asked ("leave in a frame", 20, CHILD_CRASHED, "with status 7");
}

TEST (nonsense)
{
  asked ("write nonsense", 20, CHILD_CRASHED, "something other than gkhost");
}

/* Traces a process and waits for nothing; its id, 0 where it can't. */
static pid_t
trace (pid_t traced)
{
  char traces = 0;
  int ready[2];
  pid_t pid;

  assert_int_equal (pipe (ready), 0);
  pid = fork ();
  if (pid == 0) {
    traces = ptrace (PTRACE_SEIZE, traced, NULL, NULL) == 0;
    if (write (ready[1], &traces, 1) == 1)
      pause ();
    _exit (0);
  }
  close (ready[1]);
  assert_int_equal (read (ready[0], &traces, 1), 1);
  close (ready[0]);
  if (traces)
    return pid;
  kill (pid, SIGKILL);
  waitpid (pid, NULL, 0);
  return 0;
}

/* The end of what a debugger holds is that one's to know first. */
TEST (held)
{
  struct child child;
  double start;
  pid_t tracer;

  assert_true (child_spawn (&child, CHILD_WORKER, 0));
  tracer = trace (child.pid);
  if (tracer != 0) {
    start = clock_now ();
    child_kill (&child);
    assert_true (clock_now () - start < 20);
    kill (tracer, SIGKILL);
    waitpid (tracer, NULL, 0);
  } else
    child_kill (&child);
}

/* As if this process had been stopped for so long between two reads of the
 * clock, in a wait of a deadline of 0.3 s. */
static bool
survives_stop (double seconds)
{
  struct deadline deadline;

  deadline_start (&deadline, 0.3);
  deadline_poll_ms (&deadline);
  deadline.checked -= seconds;
  return !deadline_is_over (&deadline);
}

TEST (stopped_for_longer_than_the_deadline)
{
  for (double seconds = 0.31; seconds < 100; seconds *= 1.5)
    assert_true (survives_stop (seconds));
}

/* Even where each wait takes ten seconds longer than it should. */
TEST (deadline_ends)
{
  struct deadline deadline;
  int n = 0;

  deadline_start (&deadline, 60);
  do {
    assert_in_range (deadline_poll_ms (&deadline), 0, 1000);
    deadline.checked -= 10;
  } while (!deadline_is_over (&deadline) && n++ < 1000);
  assert_in_range (n, 60, 300);
}

/* A child that another process stopped. */
TEST (stopped)
{
  struct child child;
  double start = clock_now ();

  assert_true (child_spawn (&child, CHILD_WORKER, 0));
  kill (child.pid, SIGSTOP);
  child_kill (&child);
  assert_true (clock_now () - start < 4);
}

int
main (int argc, char **argv)
{
  if (argc >= 2 && strcmp (argv[1], CHILD_WORKER) == 0) {
    reaper_end_with_parent (SIGKILL, WORKER_FD);
    return work ();
  }
  return unit_run (NULL, NULL);
}
