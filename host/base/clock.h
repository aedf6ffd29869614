/* SPDX-License-Identifier: BSD-3-Clause
 *
 * All time of the program: the clock, the date, pauses and waits with a time
 * limit.  No other file reads a clock or waits for one (tests/clock-alone.sh);
 * CPU time is in cpu-time.h.  Tests link a program with other definitions of
 * both headers (tests/clock/virtual-clock.h), in which time passes as they say.
 *
 * The clock is CLOCK_MONOTONIC.  clock_now may be called in a signal handler.
 */
#ifndef CLOCK_H
#define CLOCK_H

#include <poll.h>
#include <stdint.h>

/* Returns seconds since an arbitrary moment, the same for all processes. */
double clock_now (void);
/* As clock_now, for a loop that waits for another process; NaN by a test's
 * clock, which does not go on by it. */
double clock_peek (void);
/* Returns the time in UTC, as in "2026-11-20T10:00:00Z"; to be freed. */
char *clock_date (void);
/* Pauses for so many seconds, or until a signal is handled. */
void clock_sleep (double seconds);
/* As poll, for so many seconds; INFINITY: without a limit. */
int clock_poll (struct pollfd *fds, nfds_t n, double seconds);
/* Computes nothing in so many turns of a loop, for whatever should not read a
 * clock that a plugin may have replaced. */
void clock_spin (uint64_t turns);
/* Returns how many turns a second has. */
double clock_measure_spin (void);
/* Sends this process SIGALRM in so many seconds of real time. */
void clock_set_alarm (unsigned seconds);

#endif
