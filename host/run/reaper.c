/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/message.h"
#include "base/xalloc.h"
#include "run/reaper.h"

/* A killed process is gone at once, except where the driver still frees its
 * memory, or a debugger holds it. */
#define STRAY_SECONDS 5

/* The children of this process. */
static struct {
  pid_t *child;
  size_t n;
  bool kills_strays;
} table;

static pid_t *
append_id (pid_t *child, size_t n, pid_t pid)
{
  child = xgrow (child, n, sizeof *child);
  child[n] = pid;
  return child;
}

/* Returns the ids of all children, with 0 after the last, to be freed. */
static pid_t *
list_children (void)
{
  FILE *file = fopen ("/proc/thread-self/children", "re");
  pid_t *child = NULL;
  size_t n = 0;
  long pid;

  while (file != NULL && fscanf (file, "%ld", &pid) == 1)
    child = append_id (child, n++, (pid_t)pid);
  if (file != NULL)
    fclose (file);
  return append_id (child, n, 0);
}

void
reaper_begin (bool forked)
{
  pid_t *before = list_children ();

  table.n = 0;
  table.kills_strays = forked || (getpid () != 1 && before[0] == 0);
  if (table.kills_strays)
    prctl (PR_SET_CHILD_SUBREAPER, 1);
  free (before);
}

void
reaper_add (pid_t pid)
{
  table.child = append_id (table.child, table.n, pid);
  table.n++;
}

/* Returns the place of a child in the table; NULL: it is a stray. */
static pid_t *
find_child (pid_t pid)
{
  for (size_t i = 0; i < table.n; i++)
    if (table.child[i] == pid)
      return &table.child[i];
  return NULL;
}

/* Kills and reaps the strays that there are now.  False when there is none. */
static bool
kill_strays_once (void)
{
  pid_t *child = list_children ();
  bool any = false;

  for (size_t i = 0; child[i] != 0; i++)
    if (find_child (child[i]) == NULL) {
      kill (child[i], SIGKILL);
      waitpid (child[i], NULL, WNOHANG);
      any = true;
    }
  free (child);
  return any;
}

/* The children of a stray become strays when it ends. */
static void
kill_strays (void)
{
  const double last = clock_now () + STRAY_SECONDS;

  while (table.kills_strays && kill_strays_once () && clock_now () < last)
    clock_sleep (1e-3);
}

bool
reaper_has_ended (pid_t pid)
{
  siginfo_t info = { 0 };

  return waitid (P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0
         && info.si_pid == pid;
}

void
reaper_reap (pid_t pid, int *status)
{
  pid_t *child = find_child (pid);

  while (waitpid (pid, status, 0) < 0 && errno == EINTR)
    continue;
  if (child != NULL)
    *child = table.child[--table.n];
  kill_strays ();
}

void
reaper_end_with_parent (int signal_number, int line)
{
  struct pollfd parent = { .fd = line };

  prctl (PR_SET_PDEATHSIG, signal_number);
  /* The parent may have gone before that. */
  if (clock_poll (&parent, 1, 0) > 0
      && (parent.revents & (POLLHUP | POLLERR)) != 0)
    _exit (EXIT_HOST);
}
