/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <dirent.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/message.h"
#include "base/coverage.h"
#include "base/read-file.h"
#include "run/child.h"
#include "run/confine.h"
#include "run/keeper.h"

/* A killed process is gone at once, except where the driver still frees its
 * memory, or a debugger holds it. */
#define WAIT_SECONDS 5

/* Pause between two scans for children, in nanoseconds. */
enum { LOOK_NS = 10000000 };

/* How the child ended. */
struct kept_child {
  pid_t pid;
  int status;
};

/* Signals of its children's ends, and those that ask it to end them: from the
 * supervisor, or from the kernel when the supervisor is gone. */
static sigset_t
end_signals (void)
{
  sigset_t set;

  sigemptyset (&set);
  sigaddset (&set, SIGCHLD);
  sigaddset (&set, SIGTERM);
  sigaddset (&set, SIGINT);
  sigaddset (&set, SIGHUP);
  return set;
}

/* True for a child of this process, which keeps its id until it is reaped.
 * (Its entry in /proc may be about another pid namespace.) */
static bool
is_mine (pid_t pid)
{
  siginfo_t info;

  return waitid (P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0;
}

/* Kills all children.  Grandchildren become children when their parents die. */
static void
kill_children (void)
{
  DIR *all = opendir ("/proc");
  const struct dirent *entry;

  while (all != NULL && (entry = readdir (all)) != NULL) {
    pid_t pid = (pid_t)strtol (entry->d_name, NULL, 10);

    if (pid > 0 && is_mine (pid))
      kill (pid, SIGKILL);
  }
  if (all != NULL)
    closedir (all);
}

/* Reaps the children that have ended.  False when there are none left. */
static bool
reap_children (struct kept_child *end)
{
  int status;
  pid_t pid;

  while ((pid = waitpid (-1, &status, WNOHANG)) > 0)
    if (pid == end->pid)
      end->status = status;
  return pid == 0 || errno != ECHILD;
}

static void
end_all (struct kept_child *end, const sigset_t *set)
{
  const struct timespec pause = { .tv_nsec = LOOK_NS };
  double last = clock_now () + WAIT_SECONDS;

  /* The group dies at once, faster than it can fork.  Its id is not reused
   * before the child is reaped. */
  kill (-end->pid, SIGKILL);
  while (reap_children (end) && clock_now () < last) {
    kill_children ();
    sigtimedwait (set, NULL, &pause);
  }
}

/* Waits for the child's end, or for a signal to end it. */
static void
stand_by (const struct kept_child *end, const sigset_t *set)
{
  siginfo_t info = { 0 };
  int got;

  while ((got = sigwaitinfo (set, NULL)) == SIGCHLD || got < 0)
    do {
      if (info.si_pid > 0)
        waitpid (info.si_pid, NULL, 0);
      info.si_pid = 0;
      if (waitid (P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) != 0
          || info.si_pid == end->pid)
        return;
    } while (info.si_pid > 0);
}

static void
end_likewise (int status)
{
  sigset_t none;

  coverage_dump ();
  if (WIFSIGNALED (status)) {
    signal (WTERMSIG (status), SIG_DFL);
    sigemptyset (&none);
    sigprocmask (SIG_SETMASK, &none, NULL);
    raise (WTERMSIG (status));
  }
  _exit (WEXITSTATUS (status));
}

static void
guard_child (pid_t pid, int line, const sigset_t *set)
{
  /* The child counts as killed until reaping it gives its real status. */
  struct kept_child end = { pid, SIGKILL };
  struct pollfd supervisor = { .fd = line };
  bool alone;

  confine_secret ();
  setpgid (pid, pid);
  /* The supervisor may have gone before prctl was called. */
  alone = poll (&supervisor, 1, 0) > 0
          && (supervisor.revents & (POLLHUP | POLLERR)) != 0;
  for (int fd = 0; fd <= CALLBACK_FD; fd++)
    close (fd);
  if (!alone)
    stand_by (&end, set);
  end_all (&end, set);
  end_likewise (end.status);
}

static void
begin_child (pid_t keeper)
{
  sigset_t none;

  setpgid (0, 0);
  sigemptyset (&none);
  sigprocmask (SIG_SETMASK, &none, NULL);
  prctl (PR_SET_PDEATHSIG, SIGKILL);
  if (getppid () != keeper)
    _exit (EXIT_HOST);
}

/* Forks: the old process becomes the keeper, and this returns in the new one.
 * line: a socket or the end of a pipe whose other end the supervisor has. */
static void
stay_behind (int line)
{
  const sigset_t set = end_signals ();
  const pid_t self = getpid ();
  pid_t pid;

  sigprocmask (SIG_BLOCK, &set, NULL);
  prctl (PR_SET_PDEATHSIG, SIGTERM);
  prctl (PR_SET_CHILD_SUBREAPER, 1);
  pid = fork ();
  if (pid < 0) {
    message_print ("can't start a process: %s", strerror (errno));
    _exit (EXIT_HOST);
  }
  if (pid > 0)
    guard_child (pid, line, &set);
  begin_child (self);
}

void
keeper_fork (int frames)
{
  pid_t self;

  stay_behind (frames);
  self = getpid ();
  if (!write_all (frames, &self, sizeof self))
    _exit (EXIT_HOST);
}

int
keeper_main (char *const argv[])
{
  stay_behind (STDOUT_FILENO);
  execv (argv[0], argv);
  message_print ("can't start %s: %s", argv[0], strerror (errno));
  return EXIT_HOST;
}
