/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a device is asked between cases: how long an empty launch takes, and
 * whether it still works after a failure.
 */
#ifndef BENCH_FLOOR_H
#define BENCH_FLOOR_H

#include <stdbool.h>

#include "bench/bench.h"

/* The floor of a device: the time of an empty launch, which is the shortest
 * time that can be measured. */

/* Returns the seconds of an empty launch in the default mode, cold; 0 if it
 * can't be measured.  Opens the device, in a bench of its own. */
double bench_measure_floor (const char *device);

/* Checks that a device still works after a failure on it. */

/* Opens the device as a case would, writes to its memory, reads that back, and
 * launches an empty kernel.  False with *why, to be freed.  Call it between
 * cases only. */
bool health_check (struct bench *bench, const char *device, char **why);

#endif
