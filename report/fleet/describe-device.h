/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The sentences on a device that is not as its siblings are.
 */
#ifndef DESCRIBE_DEVICE_H
#define DESCRIBE_DEVICE_H

#include "report/fleet/fleet.h"

/* "10 of 12 cases slow, 0.90x its siblings' speed: copy/bulk ... 0.88x (z
 * -12.1); ..."; NULL for a device that is ok.  To be freed. */
char *describe_device_health (const struct fleet *fleet, size_t device);

#endif
