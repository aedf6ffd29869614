/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Whether two runs were made alike, so that a difference between their times is
 * one of what they measured.
 */
#ifndef ALIKE_H
#define ALIKE_H

#include <stdbool.h>

#include "report/compare/comparison.h"
#include "report/compare/match.h"

/* Complains of the first thing that is not: a device, its driver, a setting
 * that times depend on, or the library that a peer is of. */
bool runs_are_alike (const struct compared_run *old,
                     const struct compared_run *new, const struct match *match,
                     size_t n);

#endif
