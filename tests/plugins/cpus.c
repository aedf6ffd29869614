/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A variant of copy for the tests, which logs which processors a thread may use
 * that it starts, and how many the device has.
 */
#include <config.h>

#include <inttypes.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>

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

static const gk_variant variants[] = {
  { .family = "copy",
    .name = "tells-cpus",
    .summary = "says which processors it may use",
    .device = GK_CPU,
    .launch = right,
    .prepare = prepare },
};

GK_PLUGIN ("cpus", PACKAGE_VERSION, "copies that look at their processors",
           NULL, variants)
