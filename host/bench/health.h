/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Whether a device still works after something failed on it.
 */
#ifndef HEALTH_H
#define HEALTH_H

#include <stdbool.h>

#include "bench/bench.h"

/* Opens the device as a case would, writes to it, reads that back and launches
 * an empty kernel.  False with *why, to be freed.  Between cases only. */
bool health_check (struct bench *bench, const char *device, char **why);

#endif
