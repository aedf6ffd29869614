/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Checks that a device still works after a failure on it.
 */
#ifndef HEALTH_H
#define HEALTH_H

#include <stdbool.h>

#include "bench/bench.h"

/* Opens the device as a case would, writes to its memory, reads that back, and
 * launches an empty kernel.  False with *why, to be freed.  Call it between
 * cases only. */
bool health_check (struct bench *bench, const char *device, char **why);

#endif
