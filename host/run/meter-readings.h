/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a device's meter told during the turns of a case, and the figures that
 * come of it: those of the time in which samples were taken.
 */
#ifndef METER_READINGS_H
#define METER_READINGS_H

#include <jansson.h>
#include <stddef.h>

#include "base/pool.h"
#include "device/meter.h"
#include "record/case-record.h"

/* Zeroed: nothing yet. */
struct meter_readings {
  struct reading *reading; /* in order */
  size_t n;
  struct sampled_span {
    double begin, end;
    double from, to; /* samples that count, before it and with it */
  } * span;          /* in which samples were taken */
  size_t n_spans;
  double launches, kernel_s; /* in them */
  double clock_sm_most;
};

/* Adds a turn: a watcher's answer, and what the judge says of the samples;
 * either may be NULL. */
void meter_readings_add (struct meter_readings *m, const json_t *readings,
                         const json_t *sampled);
/* Sets what is known. */
void meter_readings_store (const struct meter_readings *m,
                           struct case_record *record, struct pool *pool);
void meter_readings_free (struct meter_readings *m);

#endif
