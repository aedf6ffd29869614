/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a CUDA device is and can do, from its attributes and from data sheets.
 */
#ifndef CUDA_LIMITS_H
#define CUDA_LIMITS_H

#include "device/cuda/driver.h"
#include "device/device.h"

/* Fills in what is known of a device.  Returns the error if it can't be used.
 */
cu_result cuda_info_read (const struct cuda_driver *cu, cu_device device,
                          int ordinal, struct device_info *info);

/* Returns the operations that one multiprocessor completes in one clock; a
 * multiply-add counts as two; 0: not known. */
unsigned cuda_ops_per_clock (unsigned capability, gk_op_class op_class);

#endif
