/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>

#include "base/xalloc.h"
#include "plan/descent.h"
#include "plan/tunings.h"

/* Returns the difference of two combinations' numbers when this tunable moves
 * one value on. */
static size_t
stride_of (const struct descent *d, size_t tunable)
{
  return (size_t)tunings_count (d->sweep + tunable + 1, d->n - tunable - 1);
}

static size_t
number_of (const struct descent *d)
{
  size_t number = 0;

  for (size_t i = 0; i < d->n; i++)
    number = number * d->sweep[i].n + d->value[i];
  return number;
}

/* Lists the combinations on the current axis. */
static void
list_axis_combinations (struct descent *d)
{
  const size_t stride = stride_of (d, d->tunable);
  const size_t first = number_of (d) - d->value[d->tunable] * stride;

  d->n_line = d->sweep[d->tunable].n;
  free (d->line);
  d->line = xcalloc (d->n_line, sizeof *d->line);
  for (size_t i = 0; i < d->n_line; i++)
    d->line[i] = first + i * stride;
}

/* Moves to the next tunable with several values; a tunable with one value
 * counts as unchanged. */
static void
next_axis (struct descent *d)
{
  while (d->settled < d->n && d->sweep[d->tunable].n == 1) {
    d->tunable = (d->tunable + 1) % d->n;
    d->settled++;
  }
  if (d->settled < d->n)
    list_axis_combinations (d);
  else
    d->n_line = 0;
}

void
descent_start (struct descent *d, const struct job_variant *variant)
{
  size_t number = (size_t)tunings_start (variant);

  *d = (struct descent){ .sweep = variant->tunable,
                         .n = variant->variant->options.n };
  d->value = xcalloc (d->n + 1, sizeof *d->value);
  for (size_t i = d->n; i-- > 0; number /= d->sweep[i].n)
    d->value[i] = number % d->sweep[i].n;
  next_axis (d);
}

void
descent_take (struct descent *d, const double *seconds)
{
  size_t *value = &d->value[d->tunable];
  const size_t before = *value;

  for (size_t i = 0; i < d->n_line; i++)
    if (seconds[i] > 0
        && (!(seconds[*value] > 0) || seconds[i] < seconds[*value]))
      *value = i;
  /* The new value is the best on the current axis. */
  d->settled = *value == before ? d->settled + 1 : 1;
  d->tunable = (d->tunable + 1) % d->n;
  next_axis (d);
}

void
descent_free (struct descent *d)
{
  free (d->value);
  free (d->line);
  *d = (struct descent){ 0 };
}
