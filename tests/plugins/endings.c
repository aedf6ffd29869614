/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Variants of transpose for the tests: they start processes that get out of
 * their session, are traced, hang or stop.
 */
#include <config.h>

#include <signal.h>
#include <stdint.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include "right-transpose.h"

static void
linger (void)
{
  for (int i = 0; i < 60; i++)
    sleep (1);
  _exit (0);
}

/* A process in a session of its own, whose parent is gone. */
static void
start_daemon (void)
{
  pid_t pid = fork ();

  if (pid == 0) {
    setsid ();
    if (fork () == 0)
      linger ();
    _exit (0);
  }
  waitpid (pid, NULL, 0);
}

static int
daemonizes (const gk_host *host, const void *problem, void *state, void *stream)
{
  static int calls;

  if (calls++ == 0)
    start_daemon ();
  return right (host, problem, state, stream);
}

static int
daemonizes_and_crashes (const gk_host *host, const void *problem, void *state,
                        void *stream)
{
  (void)host, (void)problem, (void)state, (void)stream;
  start_daemon ();
  /* Whatever handler a sanitizer set is not what is tested. */
  signal (SIGSEGV, SIG_DFL);
  raise (SIGSEGV);
  return GK_OK;
}

static int
daemonizes_and_hangs (const gk_host *host, const void *problem, void *state,
                      void *stream)
{
  (void)host, (void)problem, (void)state, (void)stream;
  start_daemon ();
  linger ();
  return GK_OK;
}

static int
hangs (const gk_host *host, const void *problem, void *state, void *stream)
{
  (void)host, (void)problem, (void)state, (void)stream;
  linger ();
  return GK_OK;
}

/* The end of a process that is traced is its tracer's to know first. */
static int
is_traced (const gk_host *host, const void *problem, void *state, void *stream)
{
  const pid_t self = getpid ();
  int ready[2];
  char byte;

  (void)problem, (void)state, (void)stream;
  if (pipe (ready) != 0)
    return GK_FAIL;
  if (fork () == 0) {
    setsid ();
    byte = ptrace (PTRACE_SEIZE, self, NULL, NULL) == 0;
    if (write (ready[1], &byte, 1) == 1)
      linger ();
    _exit (0);
  }
  if (read (ready[0], &byte, 1) != 1 || !byte) {
    host->error (host, "no process can be traced here");
    return GK_FAIL;
  }
  linger ();
  return GK_OK;
}

static int
stops (const gk_host *host, const void *problem, void *state, void *stream)
{
  (void)host, (void)problem, (void)state, (void)stream;
  raise (SIGSTOP);
  linger ();
  return GK_OK;
}

#define VARIANT(n, s, f)                                                       \
  {                                                                            \
    .family = "transpose", .name = n, .summary = s, .device = GK_CPU,          \
    .dtypes = GK_BIT (GK_I32), .launch = f                                     \
  }

static const gk_variant variants[] = {
  VARIANT ("right", "is right", right),
  VARIANT ("daemonizes", "leaves a daemon behind", daemonizes),
  VARIANT ("daemonizes-and-crashes",
           "leaves a daemon behind and raises SIGSEGV", daemonizes_and_crashes),
  VARIANT ("daemonizes-and-hangs", "leaves a daemon behind and never returns",
           daemonizes_and_hangs),
  VARIANT ("hangs", "never returns", hangs),
  VARIANT ("is-traced", "is traced by who does not wait for it", is_traced),
  VARIANT ("stops", "stops itself", stops),
};

GK_PLUGIN ("endings", PACKAGE_VERSION, "variants that end in their own way",
           NULL, variants)
