/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The meter of a CUDA device, by NVML.
 */
#ifndef CUDA_METER_H
#define CUDA_METER_H

#include "device/meter.h"

/* By its address on the PCI bus: the order in which the driver counts devices
 * is another, which the user may change.  NULL: NVML is not there, or does not
 * know the device. */
struct meter *cuda_meter_open (const char *address);

#endif
