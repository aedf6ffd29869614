/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The meter of a CUDA device, by NVML, NVIDIA's management library.
 */
#ifndef CUDA_METER_H
#define CUDA_METER_H

#include "device/meter.h"

/* Opens the meter by PCI address, since the driver's numbers differ from NVML's
 * and depend on the user's environment.  NULL: NVML is missing, or does not
 * know the device. */
struct meter *cuda_meter_open (const char *address);

#endif
