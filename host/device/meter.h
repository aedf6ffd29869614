/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A device's meter: clocks, power, temperature and error counts, as the device
 * reports them while anything runs on it.  A process of its own reads it, since
 * the driver may hang; the run does not depend on it.
 */
#ifndef DEVICE_METER_H
#define DEVICE_METER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include <gkhost/plugin.h>

#include "base/names.h"

/* Why a device does not run at its highest clock, as the device reports it:
 * bits, and words for records. */

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

/* One reading; a value that the device does not report is absent
 * (base/optional.h). */
struct reading {
  double time;                   /* of clock_now */
  double clock_sm, clock_memory; /* Hz */
  double power;                  /* W */
  double energy;                 /* J, from an arbitrary start */
  double temperature;            /* C */
  int64_t reasons;               /* a bit for each enum clock_reason */
  int64_t ecc_corrected, ecc_uncorrected,
      remapped;   /* counted from an arbitrary start */
  int64_t others; /* other processes that compute on it */
};

/* How much to read: what is slow to read is read less often. */
enum reading_depth { READING_LIGHT, READING_ENERGY, READING_ALL };

struct meter {
  double clock_sm_most; /* Hz; NaN: not known */
  /* Fills in *reading.  ours: processes that don't count as others. */
  void (*read) (struct meter *meter, enum reading_depth depth,
                const pid_t *ours, size_t n_ours, struct reading *reading);
};

/* Opens the meter of a device of the kind, by its address (device_info); NULL:
 * none. */
struct meter *meter_open (gk_device_kind kind, const char *address);
void meter_close (struct meter *meter);

#endif
