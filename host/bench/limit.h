/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The limit: the least time in which a device could do a problem's work.
 */
#ifndef LIMIT_H
#define LIMIT_H

#include <gkhost/plugin.h>

#include "device/device.h"
#include "device/mode.h"

struct limit {
  double seconds; /* 0: not known */
  const char *by; /* "memory", or the op class's name */
};

struct limit limit_of (const gk_work *work, const struct device_info *device,
                       const struct mode *mode);

#endif
