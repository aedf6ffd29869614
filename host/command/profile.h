/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Cases under the profiler that comes with their kind of device: each runs
 * once in a gkhost of its own, with --in-process, and what the hardware counted
 * of its kernels is explained.
 */
#ifndef PROFILE_H
#define PROFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "command/options.h"
#include "plan/cases.h"

/* Leaves the cases to profile, once each: all, or the one of this number, from
 * 1.  Complains and returns false when there is no such one. */
bool profile_select (struct cases *cases, size_t number);
/* Profiles them; the exit status.  drawn_seed: that of the plan. */
int profile_cases (const struct options *options, const struct cases *cases,
                   int64_t drawn_seed);

#endif
