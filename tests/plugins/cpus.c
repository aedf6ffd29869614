/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Variants of copy for the tests: one logs which processors a thread may use
 * that it starts, and how many the device has; one undoes its pinning.
 */
#include <config.h>

#include <inttypes.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "right-copy.h"

static void *
look (void *set)
{
  sched_getaffinity (0, sizeof (cpu_set_t), set);
  return NULL;
}

static int
prepare (const gk_host *host, const gk_device *device, const void *problem,
         const gk_value *values, void **state)
{
  char text[8 * 16] = "";
  size_t n = 0;
  cpu_set_t set;
  pthread_t thread;

  (void)problem, (void)values, (void)state;
  CPU_ZERO (&set);
  if (pthread_create (&thread, NULL, look, &set) != 0) {
    host->error (host, "no thread can be had");
    return GK_FAIL;
  }
  pthread_join (thread, NULL);
  for (size_t i = 0; i < CPU_SETSIZE && n + 8 < sizeof text; i++)
    if (CPU_ISSET (i, &set))
      n += (size_t)snprintf (text + n, sizeof text - n, " %zu", i);
  host->log (host, "processors%s, units %" PRIu32, text, device->units);
  return GK_OK;
}

static atomic_bool over;

/* Computes on any processor of the machine. */
static void *
spread (void *unused)
{
  cpu_set_t all;

  (void)unused;
  memset (&all, 0xff, sizeof all);
  sched_setaffinity (0, sizeof all, &all);
  while (!over)
    continue;
  return NULL;
}

static double
seconds (clockid_t clock)
{
  struct timespec t;

  clock_gettime (clock, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Lasts until its threads have had more than one processor for a while.  On a
 * machine that is too busy they have not. */
static int
spreads (const gk_host *host, const void *problem, void *state, void *stream)
{
  const double cpu = seconds (CLOCK_PROCESS_CPUTIME_ID),
               start = seconds (CLOCK_MONOTONIC);
  double used = 0, wall = 0;
  pthread_t thread[2];

  over = false;
  for (int i = 0; i < 2; i++)
    if (pthread_create (&thread[i], NULL, spread, NULL) != 0)
      abort ();
  while (wall < 0.01 || (used < 1.5 * wall && wall < 2)) {
    usleep (1000);
    wall = seconds (CLOCK_MONOTONIC) - start;
    used = seconds (CLOCK_PROCESS_CPUTIME_ID) - cpu;
  }
  over = true;
  for (int i = 0; i < 2; i++)
    pthread_join (thread[i], NULL);
  if (used < 1.5 * wall)
    host->log (host, "too busy for two threads");
  return right (host, problem, state, stream);
}

static const gk_variant variants[] = {
  { .family = "copy",
    .name = "spreads",
    .summary = "runs on all processors",
    .device = GK_CPU,
    .launch = spreads },
  { .family = "copy",
    .name = "tells-cpus",
    .summary = "says which processors it may use",
    .device = GK_CPU,
    .launch = right,
    .prepare = prepare },
};

GK_PLUGIN ("cpus", PACKAGE_VERSION, "copies that look at their processors",
           NULL, variants)
