/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/coverage.h"
#include "base/interrupt.h"

/* timeout(1) and others signal a process and then its group: signals this close
 * count as one request. */
#define SAME_REQUEST_SECONDS 0.2

/* Time for an interrupted run to print its results. */
enum { DEADLINE_SECONDS = 2 };

static const int handled_signals[] = { SIGINT, SIGTERM, SIGHUP };
enum { N_HANDLED_SIGNALS = sizeof handled_signals / sizeof handled_signals[0] };

/* Signal handlers can only use globals. */
static volatile sig_atomic_t first_signal;
static double first_signal_at; /* of clock_now */
static volatile sig_atomic_t keeps_first;

/* No SA_RESTART: a blocking wait or write must return. */
static void
set_handler (int signal_number, void (*handler) (int))
{
  struct sigaction action = { .sa_handler = handler };

  sigemptyset (&action.sa_mask);
  for (int i = 0; i < N_HANDLED_SIGNALS; i++)
    sigaddset (&action.sa_mask, handled_signals[i]);
  sigaction (signal_number, &action, NULL);
}

/* A write that began just after the signal would block: the alarm interrupts
 * it. */
static void
rearm_alarm (int signal_number)
{
  (void)signal_number;
  clock_set_alarm (1);
}

static void
raise_first_signal (int signal_number)
{
  (void)signal_number;
  signal (first_signal, SIG_DFL);
  raise (first_signal);
}

static void
store_signal (int signal_number)
{
  const double now = clock_now ();
  const int error = errno;

  if (first_signal == 0) {
    first_signal = signal_number;
    first_signal_at = now;
    set_handler (SIGALRM, rearm_alarm);
    clock_set_alarm (1);
  } else if (keeps_first == 0 && now - first_signal_at > SAME_REQUEST_SECONDS)
    raise_first_signal (signal_number);
  errno = error;
}

void
interrupt_install (void)
{
  for (int i = 0; i < N_HANDLED_SIGNALS; i++) {
    struct sigaction before;

    sigaction (handled_signals[i], NULL, &before);
    if (handled_signals[i] != SIGHUP || before.sa_handler != SIG_IGN)
      set_handler (handled_signals[i], store_signal);
  }
}

void
interrupt_keep_first (void)
{
  keeps_first = 1;
}

int
interrupt_signal (void)
{
  return first_signal;
}

void
interrupt_set_deadline (void)
{
  struct sigaction action;

  for (int i = 0; i < N_HANDLED_SIGNALS; i++)
    if (sigaction (handled_signals[i], NULL, &action) == 0
        && action.sa_handler == store_signal)
      set_handler (handled_signals[i], SIG_DFL);
  if (first_signal == 0)
    return;
  set_handler (SIGALRM, raise_first_signal);
  clock_set_alarm (DEADLINE_SECONDS);
}

void
interrupt_raise (void)
{
  coverage_dump ();
  raise_first_signal (first_signal);
}
