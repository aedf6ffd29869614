/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <time.h>
#include <unistd.h>

#include "base/coverage.h"
#include "base/interrupt.h"

/* timeout(1) and others signal a process and then its group: that is one wish.
 */
#define ONE_WISH_SECONDS 0.2

/* What an interrupted run may take to print what it has. */
enum { HASTE_SECONDS = 2 };

static const int watched[] = { SIGINT, SIGTERM, SIGHUP };
enum { N_WATCHED = sizeof watched / sizeof watched[0] };

/* A handler can reach nothing but a global. */
static volatile sig_atomic_t came;
static struct timespec came_at;

/* No SA_RESTART: what waits or writes is to end. */
static void
handle (int signal_number, void (*handler) (int))
{
  struct sigaction action = { .sa_handler = handler };

  sigemptyset (&action.sa_mask);
  for (int i = 0; i < N_WATCHED; i++)
    sigaddset (&action.sa_mask, watched[i]);
  sigaction (signal_number, &action, NULL);
}

/* A write that was about to begin when the signal came blocks all the same:
 * this ends it. */
static void
nudge (int signal_number)
{
  (void)signal_number;
  alarm (1);
}

static void
end_at_once (int signal_number)
{
  (void)signal_number;
  signal (came, SIG_DFL);
  raise (came);
}

static void
note (int signal_number)
{
  struct timespec now;
  int error = errno;

  clock_gettime (CLOCK_MONOTONIC, &now);
  if (came == 0) {
    came = signal_number;
    came_at = now;
    handle (SIGALRM, nudge);
    alarm (1);
  } else if ((double)(now.tv_sec - came_at.tv_sec)
                 + 1e-9 * (double)(now.tv_nsec - came_at.tv_nsec)
             > ONE_WISH_SECONDS)
    end_at_once (signal_number);
  errno = error;
}

void
interrupt_watch (void)
{
  for (int i = 0; i < N_WATCHED; i++) {
    struct sigaction before;

    sigaction (watched[i], NULL, &before);
    if (watched[i] != SIGHUP || before.sa_handler != SIG_IGN)
      handle (watched[i], note);
  }
}

int
interrupt_signal (void)
{
  return came;
}

void
interrupt_hasten (void)
{
  struct sigaction action;

  for (int i = 0; i < N_WATCHED; i++)
    if (sigaction (watched[i], NULL, &action) == 0 && action.sa_handler == note)
      handle (watched[i], SIG_DFL);
  if (came == 0)
    return;
  handle (SIGALRM, end_at_once);
  alarm (HASTE_SECONDS);
}

void
interrupt_die (void)
{
  coverage_keep ();
  end_at_once (came);
}
