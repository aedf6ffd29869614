/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A clock by which honest work takes a hundredth of its time.
 */
#ifndef CHEATS_SLOW_CLOCK_H
#define CHEATS_SLOW_CLOCK_H

#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <gkhost/plugin.h>

#include "detour.h"

static int
slow_clock (clockid_t id, struct timespec *t)
{
  static struct timespec begin[16];
  const unsigned i = (unsigned)id % 16;
  const int status = (int)syscall (SYS_clock_gettime, id, t);
  int64_t ns;

  if (begin[i].tv_sec == 0)
    begin[i] = *t;
  ns = (int64_t)(t->tv_sec - begin[i].tv_sec) * 1000000000
       + (t->tv_nsec - begin[i].tv_nsec);
  ns = ns / 100 + begin[i].tv_nsec;
  t->tv_sec = begin[i].tv_sec + ns / 1000000000;
  t->tv_nsec = ns % 1000000000;
  return status;
}

/* Writes a jump to it over the code of clock_gettime. */
static inline void
slow_clock_code (const gk_host *host)
{
  if (!detour_code (DETOUR_ADDRESS (clock_gettime),
                    DETOUR_ADDRESS (slow_clock)))
    host->log (host, "the code of clock_gettime can't be written");
}

#endif
