/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <signal.h>
#include <stddef.h>

#include "base/coverage.h"
#include "process/interrupt.h"

/* A handler can reach nothing but a global. */
static volatile sig_atomic_t came;

static void
note (int signal_number)
{
  came = signal_number;
}

void
interrupt_watch (bool once)
{
  /* No SA_RESTART: the wait for a worker is to end. */
  struct sigaction action
      = { .sa_handler = note, .sa_flags = once ? (int)SA_RESETHAND : 0 };

  sigemptyset (&action.sa_mask);
  sigaction (SIGINT, &action, NULL);
  sigaction (SIGTERM, &action, NULL);
}

int
interrupt_signal (void)
{
  return came;
}

void
interrupt_die (void)
{
  coverage_keep ();
  signal (came, SIG_DFL);
  raise (came);
}
