/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/xalloc.h"

static struct timespec
make_timespec (double seconds)
{
  const double whole = floor (fmax (seconds, 0));

  return (struct timespec){ .tv_sec = (time_t)whole,
                            .tv_nsec
                            = (long)(1e9 * (fmax (seconds, 0) - whole)) };
}

double
clock_now (void)
{
  struct timespec t;

  clock_gettime (CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double
clock_peek (void)
{
  return clock_now ();
}

char *
clock_date (void)
{
  char text[32];
  time_t now = time (NULL);
  struct tm tm;

  gmtime_r (&now, &tm);
  strftime (text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &tm);
  return xstrdup (text);
}

void
clock_sleep (double seconds)
{
  const struct timespec pause = make_timespec (seconds);

  nanosleep (&pause, NULL);
}

int
clock_poll (struct pollfd *fds, nfds_t n, double seconds)
{
  const struct timespec wait = make_timespec (isinf (seconds) ? 0 : seconds);

  return ppoll (fds, n, isinf (seconds) ? NULL : &wait, NULL);
}

/* A call that the compiler can't remove. */
__attribute__ ((noinline)) void
clock_spin (uint64_t turns)
{
  __asm__ volatile("");
  for (uint64_t i = 0; i < turns; i++)
    __asm__ volatile("");
}

/* The best of some tries, since other load makes each slower. */
double
clock_measure_spin (void)
{
  enum { TURNS = 40000, TRIES = 5 };
  double most = 0;

  for (int i = 0; i < TRIES; i++) {
    double begin = clock_now (), rate;

    clock_spin (TURNS);
    rate = TURNS / (clock_now () - begin + 1e-9);
    most = rate > most ? rate : most;
  }
  return most;
}

void
clock_set_alarm (unsigned seconds)
{
  alarm (seconds);
}
