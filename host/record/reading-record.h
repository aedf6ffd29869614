/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The answer of a device's watcher: the readings of a turn.
 */
#ifndef READING_RECORD_H
#define READING_RECORD_H

#include "device/meter.h"
#include "record/fields.h"

struct readings {
  struct items readings; /* struct reading */
  double clock_sm_most;
};

extern const struct fields reading_fields, readings_fields;

#endif
