/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The state of a case: what is kept of it between its turns.
 */
#ifndef CASE_STATE_H
#define CASE_STATE_H

#include <jansson.h>
#include <stdbool.h>

#include "base/pool.h"
#include "plan/cases.h"
#include "run/meter-readings.h"
#include "record/case-record.h"

struct case_state {
  const struct case_ *c;
  struct case_record *record; /* NULL before it is run */
  bool turns;     /* set beforehand: it may take its samples in turns */
  bool paused;    /* a turn is over, and another one follows */
  int turn;       /* turns so far */
  double seconds; /* of its turns so far */
  json_t *log;    /* lines logged in earlier turns */
  struct meter_readings readings; /* of its device, until the case ends */
};

/* Ends one that crashed after another case and passed by itself. */
void case_state_end_unstable (struct case_state *state, struct pool *pool,
                              const struct case_ *beside);
/* Resets it for another run.  The log is kept, since a problem is set up
 * once. */
void case_state_reset (struct case_state *state, bool turns);
void case_state_free (struct case_state *state);

#endif
