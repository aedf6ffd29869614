/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>
#include <stdlib.h>

#include "base/optional.h"
#include "base/clock.h"
#include "base/machine.h"
#include "base/processors.h"
#include "judge/core-usage.h"

/* A tick is 10 ms, and a case may begin anywhere between two: less time than
 * this gives no figure. */
#define LEAST_SECONDS 0.2

void
core_usage_open (struct core_usage *w, const char *cpus)
{
  *w = (struct core_usage){ .throttled = INTEGER_ABSENT };
  processors_get_usable (&w->set);
  if (cpus != NULL)
    free (processors_parse (&w->set, cpus));
}

/* Returns the seconds that the judge and its worker have computed; the
 * program's other processes wait meanwhile. */
static double
own_seconds (pid_t worker)
{
  return cpu_time_all_threads (0)
         + (worker > 0 ? cpu_time_all_threads (worker) : 0);
}

void
core_usage_begin (struct core_usage *w, pid_t worker)
{
  w->throttled = cores_throttled ("", &w->set);
  w->start = clock_now ();
  w->own_at = own_seconds (worker);
  w->at = cpu_time_of_cores ("", &w->set);
}

void
core_usage_end (struct core_usage *w, pid_t worker)
{
  struct cores_use use;

  w->seconds = clock_now () - w->start;
  if (w->seconds < LEAST_SECONDS)
    return;
  use = cpu_time_of_cores ("", &w->set);
  if (w->at.total <= 0 || use.total < w->at.total)
    return;
  w->busy = fmax (use.busy - w->at.busy, 0);
  w->total = use.total - w->at.total;
  w->own_s = own_seconds (worker) - w->own_at;
}

struct worker_usage
worker_usage_read (pid_t worker)
{
  return (struct worker_usage){ .wall_s = clock_now (),
                                .cpu_s = worker > 0
                                             ? cpu_time_all_threads (worker)
                                             : (double)NAN };
}

/* The clock is read first before a sample, and last after it: one thread never
 * computes for longer than that. */
void
core_usage_add (struct core_usage *w, pid_t worker,
                const struct worker_usage *begun)
{
  const double cpu_s = worker > 0 ? cpu_time_all_threads (worker) : (double)NAN;

  w->samples.cpu_s += cpu_s - begun->cpu_s;
  w->samples.wall_s += clock_now () - begun->wall_s;
}

double
core_usage_clock (pid_t worker)
{
  return cores_clock ("", cores_of_process ("", worker));
}

double
core_usage_others (const struct core_usage *w)
{
  if (w->total <= 0 || isnan (w->own_s) || w->seconds < LEAST_SECONDS)
    return (double)NAN;
  /* The share of ticks is more precise than their number. */
  return fmax (CPU_COUNT (&w->set) * w->busy / w->total - w->own_s / w->seconds,
               0);
}

void
core_usage_store (const struct core_usage *w, struct result *r)
{
  int64_t throttled;

  r->telemetry.clock_before = w->before > 0 ? w->before : (double)NAN;
  r->telemetry.clock_after = w->after > 0 ? w->after : (double)NAN;
  r->telemetry.load_others = core_usage_others (w);
  r->telemetry.cores_used = w->samples.cpu_s / w->samples.wall_s;
  if (!isnan (r->telemetry.load_others) || !isnan (r->telemetry.cores_used))
    r->telemetry.cores = CPU_COUNT (&w->set);
  if (w->throttled == INTEGER_ABSENT)
    return;
  throttled = cores_throttled ("", &w->set);
  if (throttled >= w->throttled)
    r->telemetry.throttles = throttled - w->throttled;
}
