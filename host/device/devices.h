/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The kinds of device that there are: finds and opens them by name.
 */
#ifndef DEVICES_H
#define DEVICES_H

#include "device/device.h"

/* Opens "cpu" or "cuda:N".  NULL when it can't: *why says why, to be freed. */
struct device *devices_open (const char *name, char **why);

/* What there is, without opening it: the CPU first, then, where cuda says to
 * ask, the CUDA devices.  *n devices, to be freed; *no_cuda is why there is no
 * CUDA device, or NULL. */
struct device_info *devices_probe (bool cuda, size_t *n, char **no_cuda);

#endif
