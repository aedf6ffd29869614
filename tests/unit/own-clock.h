/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A clock of the test's own, in place of host/base/clock.c: time passes as it
 * is read and as the test pauses.
 */
#ifndef OWN_CLOCK_H
#define OWN_CLOCK_H

#include <poll.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/xalloc.h"

static double now = 1000;
/* Seconds by which it goes on with each reading, and each turn of a loop. */
static double of_reading = 50e-9;
static const double of_turn = 1e-9;

double
clock_now (void)
{
  return now += of_reading;
}

double
clock_peek (void)
{
  return clock_now ();
}

char *
clock_date (void)
{
  return xasprintf ("2026-11-20T10:00:00Z");
}

void
clock_sleep (double seconds)
{
  now += seconds;
}

int
clock_poll (struct pollfd *fds, nfds_t n, double seconds)
{
  now += seconds;
  return poll (fds, n, 0);
}

void
clock_spin (uint64_t turns)
{
  now += (double)turns * of_turn;
}

double
clock_measure_spin (void)
{
  return 1 / of_turn;
}

void
clock_set_alarm (unsigned seconds)
{
  alarm (seconds);
}

#endif
