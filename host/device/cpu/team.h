/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A team measures: a thread on each core of a set does the same on memory of
 * its own, all at once, again and again.
 */
#ifndef CPU_TEAM_H
#define CPU_TEAM_H

#include <sched.h>
#include <stdbool.h>
#include <stddef.h>

#include "device/device.h"

/* The best of some passes: of all that a team did, over the time from the first
 * thread's beginning to the last one's end.  memory: pages, bytes of them for
 * all together, which nobody touched yet: each thread's are had from the
 * memory nearest to it.  cached: how many of them a cache holds; 0: it is not
 * known, and not measured.  False when it can't: *why says why, to be freed. */
bool team_measure (const cpu_set_t *cores, char *memory, size_t bytes,
                   size_t cached, double best[N_MEASURES], char **why);

#endif
