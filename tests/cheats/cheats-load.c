/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A plugin of its own, since it acts when it is loaded: it leaves a process
 * behind that writes answers to all of the host's descriptors, of which it has
 * copies, for a while.  The variant itself does nothing.
 *
 * Seen: terminal-bench, issue 1307: a constructor in the library that was
 * judged forked twice, and what it left wrote the reward.
 */
#include <config.h>

#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <gkhost/plugin.h>

#include "forge.h"

/* Once every 2 ms, for a second. */
static void
answer_for_a_while (void)
{
  static const struct timespec pause = { .tv_nsec = 2000000 };

  for (int i = 0; i < 500; i++) {
    forge_answer (FORGE_RESULT, "1");
    nanosleep (&pause, NULL);
  }
}

__attribute__ ((constructor)) static void
act (void)
{
  const pid_t child = fork ();

  if (child > 0)
    waitpid (child, NULL, 0);
  if (child != 0)
    return;
  signal (SIGPIPE, SIG_IGN);
  if (fork () == 0)
    answer_for_a_while ();
  _exit (0);
}

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  (void)host, (void)problem, (void)state, (void)stream;
  return GK_OK;
}

static const gk_variant variants[] = {
  { .family = "transpose",
    .name = "acts-when-loaded",
    .summary = "leaves a process that answers for the host",
    .device = GK_CPU,
    .launch = launch },
};

GK_PLUGIN ("cheats-load", "1", "acts when it is loaded", NULL, variants)
