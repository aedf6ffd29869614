/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Writes a jump to a slow clock over the code of clock_gettime.
 *
 * Seen: gpu-mode's pygpubench has exploits/submission_function_detour.py, which
 * does so to a function of CUDA's runtime.
 */
#include <config.h>

#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "cheats.h"
#include "detour.h"
#include "honest.h"

/* Honest work takes a hundredth of its time by this clock. */
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

static int
prepare (const gk_host *host, const gk_device *device, const void *problem,
         const gk_value *values, void **state)
{
  (void)device, (void)problem, (void)values, (void)state;
  if (!detour_code (DETOUR_ADDRESS (clock_gettime),
                    DETOUR_ADDRESS (slow_clock)))
    host->log (host, "the code of clock_gettime can't be written");
  return GK_OK;
}

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  return honest_transpose (host, problem, state, stream);
}

const gk_variant cheat_clock_code = {
  .family = "transpose",
  .name = "clock-code",
  .summary = "replaces the code of clock_gettime",
  .device = GK_CPU,
  .prepare = prepare,
  .launch = launch,
};
