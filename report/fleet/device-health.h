/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How each device of a fleet stands: against its siblings, which have the same
 * cases and are of the same model, and against a baseline.
 */
#ifndef DEVICE_HEALTH_H
#define DEVICE_HEALTH_H

#include "base/names.h"
#include "report/fleet/fleet.h"

extern const struct names device_health_names;

/* What they are held against. */
struct yardstick {
  double margin; /* of all cases; a NaN: what the suite says of each */
  const struct fleet *baseline; /* in order; NULL: there is none */
  const char *path;             /* of the baseline */
};

/* Judges the devices of a fleet that is in order.  False, with a complaint,
 * where the baseline is of other devices or cases. */
bool fleet_assess (struct fleet *fleet, const struct yardstick *yardstick);

/* The devices of one run, in order and judged by the margins of its suite;
 * false, with a complaint, where the run can't be what it says.  To be freed in
 * any case. */
bool fleet_of_run (struct fleet *fleet, const struct records *records);

/* In how many of n cases a device has to be off, for it to be more than noise
 * or one odd case. */
size_t deviations_needed (size_t n);
/* Whether it is off in so many, or far off in one. */
bool deviations_are_many (const struct deviations *tally);

/* Whether two devices of a run are of one model, so that they can be held
 * against each other, though they may share no figure: one that fell off the
 * bus has none. */
bool records_share_model (const struct records *records);
/* Whether a device is worse than odd. */
bool fleet_is_bad (const struct fleet *fleet);

#endif
