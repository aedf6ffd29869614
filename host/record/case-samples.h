/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The samples that a case's record has, in the order taken, and what its device
 * was seen at meanwhile.
 */
#ifndef CASE_SAMPLES_H
#define CASE_SAMPLES_H

#include <stdbool.h>
#include <stddef.h>

#include "record/case-record.h"

/* In seconds, as many as there are, to be freed; NULL where there are none that
 * can be read. */
double *case_samples (const struct case_record *record, size_t *n);

/* Looks at the device, in order. */
struct telemetry_samples {
  size_t n;
  double *at;               /* samples that had been taken by then, 12.5 */
  double *clock_sm, *power; /* Hz and W; NaN: not told */
};

/* False: there are none that can be read. */
bool case_telemetry_samples (const struct case_record *record,
                             struct telemetry_samples *looks);
void telemetry_samples_free (struct telemetry_samples *looks);

#endif
