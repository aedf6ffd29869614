/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "judge/samples.h"

void
samples_add (struct samples *s, double seconds)
{
  s->seconds = xgrow (s->seconds, s->n, sizeof *s->seconds);
  s->seconds[s->n++] = seconds;
}

struct stats
samples_stats (const struct samples *s)
{
  const struct slices none = { 0 };
  struct stats stats;

  stats_compute (&stats, s->seconds, s->n, &none);
  return stats;
}

double
samples_median (const struct samples *s)
{
  return s->n > 0 ? samples_stats (s).median : 0;
}

double
samples_least (const struct samples *s)
{
  return s->n > 0 ? samples_stats (s).min : 0;
}

void
samples_free (struct samples *s)
{
  free (s->seconds);
  *s = (struct samples){ 0 };
}
