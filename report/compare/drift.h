/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What changed between two sessions besides what was measured: clocks, the
 * temperature, a driver's mood.  It is known by the peers that both measured,
 * which nobody of the two wrote.
 */
#ifndef DRIFT_H
#define DRIFT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/map.h"
#include "base/pool.h"
#include "report/compare/estimate.h"
#include "report/compare/match.h"

/* What the peers of each problem tell, and those of each device. */
struct drifts {
  struct map drift_groups; /* by which of both it is */
  struct pool keys;
  struct drift_estimates *estimates; /* of each place */
};

/* Of n matches, whose estimates are given; timed: of which there is one.  The
 * records must outlive the drifts. */
void drifts_make (struct drifts *drifts, const struct match *match,
                  const struct estimate *estimate, const bool *timed, size_t n);
void drifts_free (struct drifts *drifts);

/* The drift that a case of the old run met: that of the peers of the same
 * problem in the same mode on the same device, or else of all on that device.
 * False where there is none. */
bool drift_of (const struct drifts *drifts, const struct case_record *old,
               struct estimate *drift);

/* Whether a match tells of the drift: a peer, of one version of its library. */
bool drift_is_control (const struct match *match);
/* Whether it would, were it not of two of them. */
bool drift_is_of_libraries (const struct match *match);

#endif
