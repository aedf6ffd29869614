/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The state of a case: what is kept of it between its turns.
 */
#ifndef CASE_STATE_H
#define CASE_STATE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/pool.h"
#include "device/meter.h"
#include "plan/cases.h"
#include "record/case-record.h"

/* ---- Readings of the meter ----------------------------------------------- */

/* The readings of a device's meter during the turns of a case, and the figures
 * made from those taken while samples were taken. */

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

/* Adds a turn: the poller's answer, and the spans from the judge's.  Either may
 * be NULL. */
void meter_readings_add (struct meter_readings *m, const json_t *readings,
                         const json_t *sampled);
/* Sets the figures of the record. */
void meter_readings_store (const struct meter_readings *m,
                           struct case_record *record, struct pool *pool);
void meter_readings_free (struct meter_readings *m);

/* ---- The state ----------------------------------------------------------- */

struct case_state {
  const struct case_ *c;
  struct case_record *record; /* NULL before it is run */
  bool turns;                 /* set by the caller: the case may take turns */
  bool paused;                /* a turn is over, and another one follows */
  int turn;                   /* turns so far */
  double seconds;             /* of its turns so far */
  const struct case_ *before; /* ran before in its process; NULL: none did */
  json_t *log;                /* lines logged in earlier turns */
  struct meter_readings readings; /* of its device, until the case ends */
};

/* Records as unstable a case that crashed after another case and passed
 * alone. */
void case_state_end_unstable (struct case_state *state, struct pool *pool,
                              const struct case_ *beside);
/* Resets it for another run.  The log is kept, since a problem is set up
 * once. */
void case_state_reset (struct case_state *state, bool turns);
void case_state_free (struct case_state *state);

#endif
