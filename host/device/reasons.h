/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Why a device does not run at its highest clock, as the device reports it:
 * bits, and words for records.
 */
#ifndef DEVICE_REASONS_H
#define DEVICE_REASONS_H

#include <stdbool.h>

#include "base/names.h"

enum clock_reason {
  REASON_IDLE,
  REASON_APPLICATIONS_CLOCKS,
  REASON_POWER_CAP,
  REASON_HW_SLOWDOWN,
  REASON_SYNC_BOOST,
  REASON_SW_THERMAL,
  REASON_HW_THERMAL,
  REASON_POWER_BRAKE,
  REASON_DISPLAY_CLOCKS,
  N_CLOCK_REASONS
};

extern const struct names clock_reason_names;

/* True if the reason means that heat or a lack of power slows the device down.
 * The power cap does only if the clock is lower for it. */
bool clock_reason_slows (enum clock_reason reason);

#endif
