/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The samples of a case, decoded from its record, in the order of measuring;
 * the readings of its device's meter, in records and in the watcher's answer.
 */
#ifndef RECORD_CASE_SAMPLES_H
#define RECORD_CASE_SAMPLES_H

#include <stdbool.h>
#include <stddef.h>

#include "device/meter.h"
#include "record/case-record.h"
#include "record/fields.h"

/* Decodes the samples of a case from its record, in the order of measuring, and
 * the readings of its device's meter during them. */

/* Returns *n samples in seconds, to be freed; NULL where there are none that
 * can be read. */
double *case_samples (const struct case_record *record, size_t *n);

/* Returns which figure of the record differs from what its samples give, to be
 * freed; NULL: none does, or there are no samples. */
char *case_record_contradiction (const struct case_record *record);

/* Readings of the meter, in order. */
struct telemetry_samples {
  size_t n;
  double *at;               /* samples finished by then, as in 12.5 */
  double *clock_sm, *power; /* Hz and W; NaN: unknown */
};

/* False where there are none that can be read; nothing to free then. */
bool case_telemetry_samples (const struct case_record *record,
                             struct telemetry_samples *looks);
void telemetry_samples_free (struct telemetry_samples *looks);

/* The answer of a device's watcher: the readings of a turn. */

struct readings {
  struct items readings; /* struct reading */
  double clock_sm_most;
};

extern const struct fields reading_fields, readings_fields;

#endif
