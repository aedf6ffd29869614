/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <time.h>

#include "base/clock.h"

double
clock_now (void)
{
  struct timespec t;

  clock_gettime (CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
