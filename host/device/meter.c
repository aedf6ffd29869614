/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "device/meter.h"

static const char *const words[N_CLOCK_REASONS] = {
  [REASON_IDLE] = "idle",
  [REASON_APPLICATIONS_CLOCKS] = "applications-clocks",
  [REASON_POWER_CAP] = "power-cap",
  [REASON_HW_SLOWDOWN] = "hw-slowdown",
  [REASON_SYNC_BOOST] = "sync-boost",
  [REASON_SW_THERMAL] = "sw-thermal",
  [REASON_HW_THERMAL] = "hw-thermal",
  [REASON_POWER_BRAKE] = "power-brake",
  [REASON_DISPLAY_CLOCKS] = "display-clocks",
};

const struct names clock_reason_names = { words, N_CLOCK_REASONS };

bool
clock_reason_slows (enum clock_reason reason)
{
  return reason == REASON_HW_SLOWDOWN || reason == REASON_SW_THERMAL
         || reason == REASON_HW_THERMAL || reason == REASON_POWER_BRAKE;
}
