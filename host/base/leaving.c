/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/coverage.h"
#include "base/leaving.h"

/* Exit handlers can only use globals. */
static struct {
  pid_t pid; /* 0: nothing is guarded */
  void (*left) (void *user, const char *by);
  void *user;
} guarded;

static void
report_exit (const char *by)
{
  if (guarded.pid == 0 || guarded.pid != getpid ())
    return;
  guarded.pid = 0;
  guarded.left (guarded.user, by);
}

static void
at_exit (void)
{
  report_exit ("exit");
}

static void
at_thread_exit (void *user)
{
  (void)user;
  report_exit ("pthread_exit");
}

void
leaving_exit (int status)
{
  guarded.pid = 0;
  exit (status);
}

void
leaving_now (int status)
{
  coverage_dump ();
  for (;;)
    syscall (SYS_exit_group, status);
}

/* Loaded plugins call this instead of the C library's, which runs no handlers.
 */
__attribute__ ((visibility ("default"))) void
_exit (int status)
{
  report_exit ("_exit");
  leaving_now (status);
}

__attribute__ ((visibility ("default"))) void
_Exit (int status)
{
  report_exit ("_Exit");
  leaving_now (status);
}

void
leaving_guard (void (*work) (void *user),
               void (*left) (void *user, const char *by), void *user)
{
  guarded.pid = getpid ();
  guarded.left = left;
  guarded.user = user;
  atexit (at_exit);
  at_quick_exit (at_exit);
  pthread_cleanup_push (at_thread_exit, NULL);
  work (user);
  pthread_cleanup_pop (0);
  guarded.pid = 0;
}
