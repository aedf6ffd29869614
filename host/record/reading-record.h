/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the watcher of a device answers: the readings of a turn.
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
