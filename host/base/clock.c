/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <time.h>

#include "base/clock.h"
#include "base/xalloc.h"

double
clock_now (void)
{
  struct timespec t;

  clock_gettime (CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
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
