/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The readings of a device's meter during a case, and the figures made from
 * those taken while samples were taken.
 */
#ifndef METER_READINGS_H
#define METER_READINGS_H

#include <jansson.h>
#include <stddef.h>

#include "base/pool.h"
#include "device/meter.h"
#include "record/case-record.h"

/* Zeroed: none yet. */
struct meter_readings {
  struct reading *reading; /* by time */
  size_t n;
  struct sampled_span {
    double begin, end;
    double from, to; /* counted samples before it, and up to its end */
  } * span;          /* spans of time in which samples were taken */
  size_t n_spans;
  double launches, kernel_s; /* in the spans */
  double clock_sm_most;
};

/* Adds the poller's answer, and the spans from the judge's.  Either may be
 * NULL. */
void meter_readings_add (struct meter_readings *m, const json_t *readings,
                         const json_t *sampled);
/* Sets the figures of the record. */
void meter_readings_store (const struct meter_readings *m,
                           struct case_record *record, struct pool *pool);
void meter_readings_free (struct meter_readings *m);

#endif
