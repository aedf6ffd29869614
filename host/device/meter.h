/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A device's meter: what it tells of its own state, such as clocks and power,
 * beside whatever computes on it.  A process of its own asks, since who is
 * asked may hang; nothing that the host does depends on it.
 */
#ifndef DEVICE_METER_H
#define DEVICE_METER_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include <gkhost/plugin.h>

/* What was read at once; a value that the device does not tell is absent
 * (base/optional.h). */
struct reading {
  double time;                   /* of clock_now */
  double clock_sm, clock_memory; /* Hz */
  double power;                  /* W */
  double energy;                 /* J, since whenever */
  double temperature;            /* C */
  int64_t reasons;               /* a bit for each enum clock_reason */
  int64_t ecc_corrected, ecc_uncorrected, remapped; /* since whenever */
  int64_t others; /* processes besides ours that have it open to compute */
};

/* How much is read: what costs the device more is read less often. */
enum reading_depth { READING_LIGHT, READING_ENERGY, READING_ALL };

struct meter {
  double clock_sm_most; /* Hz; NaN: not told */
  /* Sets what is told.  ours: the processes that are not others. */
  void (*read) (struct meter *meter, enum reading_depth depth,
                const pid_t *ours, size_t n_ours, struct reading *reading);
  void (*close) (struct meter *meter);
};

/* The meter of a device of the kind, by its address (device_info); NULL: there
 * is none. */
struct meter *meter_open (gk_device_kind kind, const char *address);
void meter_close (struct meter *meter);

#endif
