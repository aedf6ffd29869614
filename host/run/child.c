/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/interrupt.h"
#include "base/message.h"
#include "base/random.h"
#include "base/text.h"
#include "base/xalloc.h"
#include "plugin/abi-names.h"
#include "run/child.h"
#include "run/crash.h"
#include "run/reaper.h"

/* The longest single wait, and how much longer than that a poll may take on a
 * busy machine.  A poll that took even longer was interrupted by a stop, and
 * counts LATE_SECONDS.  Near the end both are a quarter of what is left, so
 * that no single stop uses up the rest, however long or short it is. */
#define POLL_SECONDS 1.0
#define LATE_SECONDS 0.5

static double
late_seconds (const struct deadline *p)
{
  return fmin (fmax (p->left / 4, 1e-3), LATE_SECONDS);
}

void
deadline_start (struct deadline *p, double seconds)
{
  *p = (struct deadline){ .left = seconds, .checked = clock_now () };
  p->most = late_seconds (p);
}

int
deadline_poll_ms (struct deadline *p)
{
  const double wait = fmin (fmax (p->left / 4, 0), POLL_SECONDS);

  p->most = wait + late_seconds (p);
  return (int)ceil (1e3 * wait);
}

bool
deadline_is_over (struct deadline *p)
{
  double now = clock_now (), went = now - p->checked;

  p->left -= went <= p->most ? went : late_seconds (p);
  p->checked = now;
  return p->left <= 0;
}

extern char **environ;

/* Spawns the process with the three standard descriptors and those given, a
 * process group of its own, and no signal ignored or blocked.  False, after a
 * message.  The standard descriptors are open (main sees to it), the child's
 * end of a pair is the higher one, and the shared memory's was opened last.  So
 * no descriptor is copied onto itself, which would leave it close-on-exec, or
 * onto one that is still to be copied. */
static bool
spawn_process (struct child *child, int frames, int output, pid_t judge)
{
  char *const ids[]
      = { xasprintf ("%ld", (long)getppid ()), xasprintf ("%ld", (long)judge) };
  char *const argv[]
      = { (char *)"gkhost", (char *)child->role, ids[0], ids[1], NULL };
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  sigset_t none, all;
  int error;

  sigemptyset (&none);
  sigfillset (&all);
  posix_spawnattr_init (&attributes);
  posix_spawnattr_setflags (&attributes, POSIX_SPAWN_SETPGROUP
                                             | POSIX_SPAWN_SETSIGMASK
                                             | POSIX_SPAWN_SETSIGDEF);
  posix_spawnattr_setpgroup (&attributes, 0);
  posix_spawnattr_setsigmask (&attributes, &none);
  posix_spawnattr_setsigdefault (&attributes, &all);
  posix_spawn_file_actions_init (&files);
  posix_spawn_file_actions_addopen (&files, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2 (&files, output, 1);
  posix_spawn_file_actions_adddup2 (&files, output, 2);
  posix_spawn_file_actions_adddup2 (&files, frames, WORKER_FD);
  if (child->running.fd >= 0)
    posix_spawn_file_actions_adddup2 (&files, child->running.fd, CALLBACK_FD);
  else
    posix_spawn_file_actions_addclose (&files, CALLBACK_FD);
#ifdef HAVE_POSIX_SPAWN_FILE_ACTIONS_ADDCLOSEFROM_NP
  /* The process that started gkhost may have left files open that no plugin
   * should write to. */
  posix_spawn_file_actions_addclosefrom_np (&files, CALLBACK_FD + 1);
#endif
  error = posix_spawn (&child->pid, "/proc/self/exe", &files, &attributes, argv,
                       environ);
  posix_spawn_file_actions_destroy (&files);
  posix_spawnattr_destroy (&attributes);
  free (ids[0]);
  free (ids[1]);
  if (error == 0) {
    reaper_add (child->pid);
    return true;
  }
  message_print ("can't start a worker: %s", strerror (error));
  child->pid = 0;
  return false;
}

/* Opens our ends, and the child's, which the caller closes.  False, after a
 * message. */
static bool
open_ends (struct child *child, int *frames, int *output)
{
  int pair[2];

  if (socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) < 0) {
    message_print ("can't make a socket for a worker: %s", strerror (errno));
    return false;
  }
  child->frames = pair[0];
  *frames = pair[1];
  if (pipe2 (pair, O_CLOEXEC) < 0) {
    message_print ("can't make a pipe for a worker: %s", strerror (errno));
    return false;
  }
  child->output = pair[0];
  *output = pair[1];
  if (fcntl (child->output, F_SETFL, O_NONBLOCK) < 0) {
    message_print ("can't read a worker's output without waiting for it: %s",
                   strerror (errno));
    return false;
  }
  /* The shared memory may be missing, as under a limit on the size of files
   * (RLIMIT_FSIZE).  Then no reason names a callback. */
  shared_make (&child->running, sizeof (struct last_words));
  return true;
}

bool
child_spawn (struct child *child, const char *role, pid_t judge)
{
  int frames = -1, output = -1;
  bool ok;

  *child = (struct child){
    .role = role, .frames = -1, .output = -1, .running.fd = -1
  };
  ok = open_ends (child, &frames, &output)
       && spawn_process (child, frames, output, judge);
  if (frames >= 0)
    close (frames);
  if (output >= 0)
    close (output);
  if (!ok)
    child_end (child);
  return ok;
}

void
child_send_with_fd (struct child *child, json_t *request, int passed)
{
  bool sent;

  /* Only a process that received the request can answer it. */
  child->nonce = (json_int_t)entropy_draw ();
  json_object_set_new (request, REQUEST_NONCE, json_integer (child->nonce));
  sent = frame_write (child->frames, request, passed);
  /* A child that is gone is reported by the wait for its answer. */
  child->unsent = sent || errno == EPIPE || errno == ECONNRESET ? 0 : errno;
  json_decref (request);
}

void
child_send (struct child *child, json_t *request)
{
  child_send_with_fd (child, request, -1);
}

/* True when this answers the last request, with nothing after it. */
static bool
is_answer (const struct child *child, json_t *reply)
{
  const json_t *nonce = json_object_get (reply, REQUEST_NONCE);
  bool ok = json_is_integer (nonce)
            && json_integer_value (nonce) == child->nonce
            && child->reader.n == 0;

  json_object_del (reply, REQUEST_NONCE);
  return ok;
}

static const char *
role_name (const struct child *child)
{
  return child->role + strlen ("--");
}

static enum child_answer
fail_garbled (const struct child *child, char **why)
{
  *why = xasprintf ("the %s's answer is garbled: something other than gkhost "
                    "wrote to its descriptor",
                    role_name (child));
  return CHILD_CRASHED;
}

/* Reads in a row: more than a pipe holds, but limited, since a process that
 * prints faster than we read would keep us from the clock. */
enum { DRAIN_READS = 512 };

/* Keeps the end of the output.  False when the pipe is closed. */
static bool
drain_output (struct child *child)
{
  char buffer[4096];
  ssize_t r = 0;

  for (int i = 0; i < DRAIN_READS; i++) {
    size_t n, keep;

    r = read (child->output, buffer, sizeof buffer);
    if (r <= 0)
      break;
    n = (size_t)r;

    if (n >= CHILD_TAIL) {
      memcpy (child->tail, buffer + n - CHILD_TAIL, CHILD_TAIL);
      child->tail_n = CHILD_TAIL;
      continue;
    }
    keep = child->tail_n < CHILD_TAIL - n ? child->tail_n : CHILD_TAIL - n;
    memmove (child->tail, child->tail + child->tail_n - keep, keep);
    memcpy (child->tail + keep, buffer, n);
    child->tail_n = keep + n;
  }
  return r > 0 || (r < 0 && (errno == EAGAIN || errno == EINTR));
}

bool
child_gone (const struct child *child)
{
  return child->pid > 0 && reaper_has_ended (child->pid);
}

bool
child_has_answered (const struct child *child)
{
  char byte;

  return recv (child->frames, &byte, 1, MSG_PEEK | MSG_DONTWAIT) >= 0
         || errno != EAGAIN;
}

/* Waits for the process to end and reaps it.  *status is its status, unless
 * status is NULL.  False when it does not end in that time. */
static bool
reap_within (struct child *child, double seconds, int *status)
{
  struct deadline deadline;
  double pause = 50e-6;

  deadline_start (&deadline, seconds);
  while (!child_gone (child)) {
    if (deadline_is_over (&deadline))
      return false;
    drain_output (child);
    clock_sleep (pause);
    /* A wait is prolonged by a tenth at the most. */
    if (pause < 2e-3
        || (pause < 20e-3 && pause < 0.05 * (seconds - deadline.left)))
      pause *= 2;
  }
  reaper_reap (child->pid, status);
  child->pid = 0;
  return true;
}

/* " in CALLBACK", for messages. */
static const char *
running_callback_text (const struct child *child)
{
  const struct last_words *words = child->running.memory;

  return words != NULL ? callback_text (words->callback) : "";
}

/* Returns where it crashed, to be put after that and to be freed. */
static char *
crash_text (const struct child *child)
{
  const struct last_words words
      = child->running.memory != NULL
            ? *(const struct last_words *)child->running.memory
            : (struct last_words){ 0 };
  char *name, *text;

  switch (words.place) {
  case CRASH_NULL:
    return xstrdup (": it accessed memory near 0 (a null pointer)");
  case CRASH_STACK:
    return xstrdup (": it accessed memory near the end of the stack (recursion "
                    "or a large local array?)");
  case CRASH_UNALIGNED:
    return xstrdup (": it used an address that is invalid, or not aligned as "
                    "the instruction requires");
  case CRASH_BEFORE:
  case CRASH_BEHIND:
    break;
  default:
    return xstrdup ("");
  }
  name = xstrndup (words.buffer, sizeof words.buffer);
  text = xasprintf (": it accessed memory %" PRIu64 " bytes %s '%s'",
                    words.distance,
                    words.place == CRASH_BEFORE ? "before" : "behind", name);
  free (name);
  name = utf8_repair (text);
  free (text);
  return name;
}

/* True for a signal that no code raises by mistake: an administrator, the OOM
 * killer, a batch system or a limit of CPU time sends it. */
static bool
is_from_outside (int signal_number)
{
  return signal_number == SIGKILL || signal_number == SIGTERM
         || signal_number == SIGXCPU || signal_number == SIGHUP
         || signal_number == SIGINT || signal_number == SIGQUIT;
}

/* Describes the end of a process that was reaped. */
static char *
end_text (struct child *child, int status)
{
  child->killed = WIFSIGNALED (status) && is_from_outside (WTERMSIG (status));
  if (WIFSIGNALED (status)) {
    char *place
        = WTERMSIG (status) == SIGSEGV ? crash_text (child) : xstrdup ("");
    char *text = xasprintf ("the %s was ended by signal %d (%s)%s%s%s",
                            role_name (child), WTERMSIG (status),
                            strsignal (WTERMSIG (status)),
                            child->killed ? " from outside or by a limit" : "",
                            running_callback_text (child), place);

    free (place);
    return text;
  }
  return xasprintf ("the %s exited by itself with status %d%s",
                    role_name (child), WEXITSTATUS (status),
                    running_callback_text (child));
}

/* For the end of a process that closed its frames. */
#define LEAVING_SECONDS 1

static char *
exit_reason (struct child *child)
{
  int status;

  if (reap_within (child, LEAVING_SECONDS, &status)) {
    drain_output (child);
    return end_text (child, status);
  }
  return xasprintf ("the %s stopped answering%s but did not exit",
                    role_name (child), running_callback_text (child));
}

char *
child_end_reason (struct child *child)
{
  int status;
  char *how;

  if (!reap_within (child, 0, &status))
    return NULL;
  drain_output (child);
  how = end_text (child, status);
  if (!child->killed)
    return how;
  free (how);
  return NULL;
}

void
child_stop (const struct child *child)
{
  if (child->pid > 0)
    kill (-child->pid, SIGSTOP);
}

void
child_resume (const struct child *child)
{
  if (child->pid > 0)
    kill (-child->pid, SIGCONT);
}

/* Reads from the frames.  True when that ends the wait, with *answer. */
static bool
read_frames (struct child *child, json_t **reply, char **why,
             enum child_answer *answer)
{
  switch (frame_read (&child->reader, child->frames, reply)) {
  case FRAME_WHOLE:
    drain_output (child);
    *answer = CHILD_ANSWERED;
    if (is_answer (child, *reply))
      return true;
    json_decref (*reply);
    *reply = NULL;
    *answer = fail_garbled (child, why);
    return true;
  case FRAME_MORE:
    return false;
  case FRAME_BROKEN:
    *answer = fail_garbled (child, why);
    return true;
  case FRAME_CUT:
  case FRAME_END:
    break;
  }
  *why = exit_reason (child);
  *answer = CHILD_CRASHED;
  return true;
}

enum child_answer
child_wait_beside (struct child *child, struct child *beside,
                   struct deadline *deadline, json_t **reply, char **why)
{
  bool printing = true, beside_printing = beside != NULL;
  enum child_answer answer;

  if (child->unsent != 0) {
    *why = xasprintf ("the %s can't be sent a request: %s", role_name (child),
                      strerror (child->unsent));
    return CHILD_CRASHED;
  }
  for (;;) {
    struct pollfd fds[4] = {
      { .fd = child->frames, .events = POLLIN },
      { .fd = printing ? child->output : -1, .events = POLLIN },
      { .fd = beside != NULL ? beside->frames : -1, .events = POLLIN },
      { .fd = beside_printing ? beside->output : -1, .events = POLLIN },
    };
    /* Checked before the frames, since an answer may precede the end.  The
     * frames may not show the end, as another process may have inherited
     * them. */
    bool gone = child_gone (child);
    int n = clock_poll (fds, 4, gone ? 0 : 1e-3 * deadline_poll_ms (deadline));

    if (interrupt_signal () != 0)
      return CHILD_INTERRUPTED;
    if (n > 0 && fds[1].revents != 0)
      printing = drain_output (child);
    if (beside_printing && n > 0 && fds[3].revents != 0)
      beside_printing = drain_output (beside);
    if (n > 0 && fds[0].revents != 0) {
      if (read_frames (child, reply, why, &answer))
        return answer;
    } else if (gone) {
      *why = exit_reason (child);
      return CHILD_CRASHED;
    } else if (beside != NULL && n >= 0
               && (fds[2].revents != 0 || child_gone (beside)))
      return CHILD_BESIDE;
    /* What has arrived counts before the clock.  The next pass of the loop
     * reports how a process ended that is gone. */
    if (deadline_is_over (deadline) && fds[0].revents == 0
        && !child_gone (child)) {
      drain_output (child);
      return CHILD_TIMEOUT;
    }
  }
}

enum child_answer
child_wait (struct child *child, double seconds, json_t **reply, char **why)
{
  struct deadline deadline;

  deadline_start (&deadline, seconds);
  return child_wait_beside (child, NULL, &deadline, reply, why);
}

/* Seconds that it gets for that. */
#define STACK_SECONDS 0.1

void
child_print_stack (struct child *child)
{
  if (child->pid <= 0)
    return;
  kill (child->pid, SIGURG);
  clock_sleep (STACK_SECONDS);
  drain_output (child);
}

char *
child_output (struct child *child)
{
  char *text;
  size_t n = 0;

  if (child->tail_n == 0)
    return NULL;
  text = xmalloc (child->tail_n + 1);
  for (size_t i = 0; i < child->tail_n; i++)
    if (child->tail[i] != '\0')
      text[n++] = child->tail[i];
  text[n] = '\0';
  child->tail_n = 0;
  return text;
}

/* Seconds that a child gets to exit by itself. */
#define REST_SECONDS 2
/* A killed process is gone at once, except where the driver still frees its
 * memory, or a debugger holds it. */
#define KILL_SECONDS 5

void
child_dismiss (struct child *child)
{
  child_resume (child);
  if (child->frames >= 0)
    close (child->frames);
  child->frames = -1;
}

void
child_end (struct child *child)
{
  child_dismiss (child);
  if (child->pid > 0)
    reap_within (child, REST_SECONDS, NULL);
  child_kill (child);
}

void
child_begin_kill (const struct child *child)
{
  if (child->pid <= 0)
    return;
  /* The group dies at once, faster than it can fork. */
  kill (-child->pid, SIGKILL);
  kill (child->pid, SIGKILL);
}

void
child_kill (struct child *child)
{
  child_begin_kill (child);
  if (child->pid > 0 && !reap_within (child, KILL_SECONDS, NULL))
    message_print (
        "process %ld, a %s's, can't be ended and is left behind: see "
        "what traces it",
        (long)child->pid, role_name (child));
  if (child->frames >= 0)
    close (child->frames);
  if (child->output >= 0)
    close (child->output);
  frame_reader_free (&child->reader);
  shared_close (&child->running);
  *child = (struct child){ .frames = -1, .output = -1, .running.fd = -1 };
}
