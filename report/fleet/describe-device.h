/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Describes why a device is not ok, for tables and pages.
 */
#ifndef DESCRIBE_DEVICE_H
#define DESCRIBE_DEVICE_H

#include "report/fleet/fleet.h"

/* Returns "0.90x its siblings' speed, slow in 10 of 12 cases: copy/bulk ...
 * 0.88x (z -12.1); ...", to be freed; NULL for a device that is ok. */
char *describe_device_health (const struct fleet *fleet, size_t device);

#endif
