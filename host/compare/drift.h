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

#include "compare/estimate.h"
#include "compare/match.h"

/* Of n matches, whose estimates are given: that of the peers of the same
 * problem in the same mode on the same device as match i, or else of all on
 * that device. False where there is none.  timed: of which there is an
 * estimate. */
bool drift_of (const struct match *match, const struct estimate *estimate,
               const bool *timed, size_t n, size_t i, struct estimate *drift);

/* Whether a match tells of the drift: a peer, of one version of its library. */
bool drift_is_control (const struct match *match);
/* Whether it would, were it not of two of them. */
bool drift_is_of_libraries (const struct match *match);

#endif
