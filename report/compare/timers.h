/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Whether two runs took their times by the same timer: one that encloses more
 * than another is slower by it, whatever it measures.
 */
#ifndef TIMERS_H
#define TIMERS_H

#include <stdbool.h>

#include "report/compare/comparison.h"
#include "report/compare/match.h"

/* Complains of the first case that is in both, each time by another timer. */
bool timers_are_alike (const struct compared_run *old,
                       const struct compared_run *new,
                       const struct match *match, size_t n);

#endif
