/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Judges each device of a fleet: against the devices of the same model that ran
 * the same cases (its siblings), and against a baseline.
 *
 * In each case, a device is off where it is below the median of the others by
 * more than the margin and the errors of both times, and far outside their
 * scatter (sibling-model.h).  One such case may be noise: a device is slow
 * where it is off in a tenth of its cases, in two at least, or far off in one.
 */
#ifndef DEVICE_HEALTH_H
#define DEVICE_HEALTH_H

#include "base/names.h"
#include "report/fleet/fleet.h"

extern const struct names device_health_names;

/* What devices are compared with. */
struct yardstick {
  double margin; /* for all cases; NaN: the margins of the suite */
  const struct fleet *baseline; /* sorted; NULL: none */
  const char *path;             /* of the baseline */
};

/* Judges the devices of a sorted fleet.  False, after a message, where the
 * baseline has other devices or cases. */
bool fleet_assess (struct fleet *fleet, const struct yardstick *yardstick);

/* Makes a sorted fleet of one run, judged by the margins of its suite.  False,
 * after a message, where the run contradicts itself.  To be freed in either
 * case. */
bool fleet_of_run (struct fleet *fleet, const struct records *records);

/* Returns in how many of n cases a device must be off: more than noise or one
 * odd case. */
size_t deviations_needed (size_t n);
/* True where it is off in so many, or far off in one. */
bool deviations_are_many (const struct deviations *deviations);

/* True where two devices of a run have the same model, even if they share no
 * figure, as when one fell off the bus. */
bool records_share_model (const struct records *records);
/* True where a device is worse than odd. */
bool fleet_is_bad (const struct fleet *fleet);

#endif
