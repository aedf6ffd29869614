/* SPDX-License-Identifier: BSD-3-Clause
 *
 * CUDA devices, through the driver library.  The context is the device's
 * primary one, which is also the one that the CUDA runtime in a plugin uses.
 */
#ifndef DEVICE_CUDA_H
#define DEVICE_CUDA_H

#include "device/device.h"

/* NULL when it can't be opened: *why says why, to be freed. */
struct device *cuda_open (int ordinal, char **why);

/* What there is, without opening it; to be freed.  *n is 0 and *why is set, to
 * be freed, where there is none. */
struct device_info *cuda_probe (size_t *n, char **why);

#endif
