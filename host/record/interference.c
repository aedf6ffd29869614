/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/sorted.h"
#include "base/xalloc.h"
#include "device/reasons.h"
#include "record/interference.h"

/* A clock that is lower than the highest by less than this is not held down. */
#define CAPPED_SHARE 0.97
/* One that rose by less than this explains nothing. */
#define ROSE 1.03
/* What a machine does besides, of its cores' time, is less than this share. */
#define OTHERS_SHARE 0.1

static bool
has_reason (const struct case_record *record, enum clock_reason reason)
{
  return texts_contain (&record->telemetry.reasons,
                        names_at (&clock_reason_names, (int64_t)reason));
}

/* Where the highest clock is not known, the device's word is taken for it. */
static bool
is_capped (const struct case_record *record)
{
  double most = record->telemetry.clock_sm_most;

  return has_reason (record, REASON_POWER_CAP)
         && !(record->telemetry.clock_sm >= CAPPED_SHARE * most);
}

bool
interference_has_throttling (const struct case_record *record)
{
  for (int i = 0; i < N_CLOCK_REASONS; i++)
    if (clock_reason_slows ((enum clock_reason)i)
        && has_reason (record, (enum clock_reason)i))
      return true;
  return is_capped (record) || record->result.telemetry.throttles > 0;
}

static double
median_of (const double *seconds, size_t n)
{
  double *sorted = xcalloc (n, sizeof *sorted), median;

  memcpy (sorted, seconds, n * sizeof *sorted);
  sort_numbers (sorted, n);
  median = sorted_median (sorted, n);
  free (sorted);
  return median;
}

/* Thirds: the middle may be of either. */
static bool
became_faster (const double *seconds, size_t n)
{
  size_t third = n / 3;

  return third > 0
         && median_of (seconds + n - third, third) < median_of (seconds, third);
}

bool
interference_has_ramping (const struct case_record *record,
                          const double *seconds, size_t n)
{
  bool rose = record->telemetry.clock_sm_last
                  > ROSE * record->telemetry.clock_sm_first
              || record->result.telemetry.clock_after
                     > ROSE * record->result.telemetry.clock_before;

  return rose && !interference_has_throttling (record)
         && became_faster (seconds, n);
}

bool
interference_has_sharing (const struct case_record *record)
{
  const struct result *r = &record->result;

  return record->telemetry.others > 0
         || (r->telemetry.cores > 0
             && r->telemetry.load_others
                    > OTHERS_SHARE * (double)r->telemetry.cores);
}
