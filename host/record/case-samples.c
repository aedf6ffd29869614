/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>
#include <stdlib.h>

#include "base/packed.h"
#include "base/xalloc.h"
#include "record/case-samples.h"

double *
case_samples (const struct case_record *record, size_t *n)
{
  const char *values = record->result.time.values;
  double *seconds = values != NULL ? packed_numbers (values, n) : NULL;

  for (size_t i = 0; seconds != NULL && i < *n; i++)
    if (!isfinite (seconds[i]))
      seconds[i] = 0;
  return seconds;
}

/* As many as there are looks; what was not told of none is NaN for each. */
static bool
take (double **number, const char *text, size_t n)
{
  size_t found;

  *number = text != NULL ? packed_numbers (text, &found) : NULL;
  if (*number != NULL && found == n)
    return true;
  free (*number);
  *number = xcalloc (n + 1, sizeof **number);
  for (size_t i = 0; i < n; i++)
    (*number)[i] = (double)NAN;
  return false;
}

/* A place of its own for each look, from the first sample to the last. */
static bool
is_in_order (const struct looks *looks, double samples)
{
  double last = 0;

  for (size_t i = 0; i < looks->n; i++) {
    if (!(looks->at[i] >= last && looks->at[i] <= samples))
      return false;
    last = looks->at[i];
  }
  return looks->n > 1;
}

bool
case_looks (const struct case_record *record, struct looks *looks)
{
  const char *at = record->telemetry.seen_at;
  bool any = false;

  *looks = (struct looks){ 0 };
  looks->at = at != NULL ? packed_numbers (at, &looks->n) : NULL;
  if (looks->at != NULL
      && is_in_order (looks, (double)record->result.time.samples)) {
    any |= take (&looks->clock_sm, record->telemetry.seen_clock_sm, looks->n);
    any |= take (&looks->power, record->telemetry.seen_power, looks->n);
  }
  if (!any)
    looks_free (looks);
  return any;
}

void
looks_free (struct looks *looks)
{
  free (looks->at);
  free (looks->clock_sm);
  free (looks->power);
  *looks = (struct looks){ 0 };
}
