/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How fast the L2 cache is read, which no attribute of a device tells: by a
 * kernel that reads what fits in it again and again.
 */
#ifndef CUDA_CACHE_H
#define CUDA_CACHE_H

#include <stdbool.h>

#include "device/device.h"
#include "device/cuda/driver.h"

/* Takes some 0.1 s, and a part of the L2 of memory; the device is open.  False,
 * with the reason in its error, when it can't. */
bool cuda_cache_measure (struct device *d, const struct cuda_driver *driver,
                         double *bytes_per_second);

#endif
