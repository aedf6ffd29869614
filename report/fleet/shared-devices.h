/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Devices of several ranks that are one and the same, by their host and
 * address: each rank was to have its own, and none of their figures is of a
 * device that nobody else used.
 */
#ifndef SHARED_DEVICES_H
#define SHARED_DEVICES_H

#include <stdio.h>

#include "report/fleet/fleet.h"

/* A line for each but the first of such, so many at the most. */
void print_shared_devices (FILE *out, const struct fleet *fleet, size_t most);

#endif
