/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The drift between two sessions: what changed besides the code that is
 * compared, such as clocks, temperature or the driver.  The peers that both
 * runs measured show it, since their code did not change in between.
 *
 * The mean ratio of the peers is taken out of the other ratios.  The peers of
 * the same problem, mode and device come first, and all peers of the device
 * where there are none.
 */
#ifndef DRIFT_H
#define DRIFT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/pool.h"
#include "report/compare/estimate.h"
#include "report/compare/match.h"

/* The drift of each problem, and of each device. */
struct drifts {
  struct map drift_groups; /* keys are struct drift_group */
  struct pool keys;
  struct drift_estimates *estimates; /* by group */
};

/* Computes the drifts from n matches and their estimates; timed[i] is true
 * where there is one.  The records must outlive the drifts. */
void drifts_make (struct drifts *drifts, const struct match *match,
                  const struct estimate *estimate, const bool *timed, size_t n);
void drifts_free (struct drifts *drifts);

/* Sets the drift for a case of the old run.  False where there is none. */
bool drift_of (const struct drifts *drifts, const struct case_record *old,
               struct estimate *drift);

/* True where a match measures the drift: a peer, with one version of its
 * library. */
bool drift_is_control (const struct match *match);
/* True where it would, but for different versions of its library. */
bool drift_is_of_libraries (const struct match *match);

#endif
