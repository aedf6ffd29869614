/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The CPU as a device: its memory is the host's, and its launches run at once.
 */
#ifndef DEVICE_CPU_H
#define DEVICE_CPU_H

#include "device/device.h"

struct device *cpu_open (void);
void cpu_probe (struct device_info *info);

#endif
