/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a CUDA device can do at the most, from its data sheet figures.
 */
#ifndef CUDA_LIMITS_H
#define CUDA_LIMITS_H

#include "device/cuda/driver.h"
#include "device/device.h"

/* Fills in all that is known of a device.  Returns the error where the device
 * can't be used. */
cu_result cuda_info_read (const struct cuda_driver *cu, cu_device device,
                          int ordinal, struct device_info *info);

/* Operations that one multiprocessor completes in one clock (a multiply-add
 * counts as two); 0: not known. */
unsigned cuda_ops_per_clock (unsigned capability, gk_op_class op_class);

#endif
