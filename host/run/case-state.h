/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The state of a case: what there is of it while it has its turns.
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
  bool turns; /* it may take its samples in turns with others: set beforehand */
  bool paused;                    /* it did, and goes on when it is run again */
  int turn;                       /* how many it had */
  double seconds;                 /* that it took so far */
  json_t *log;                    /* lines that were logged in earlier turns */
  struct meter_readings readings; /* of its device, until it is told */
};

/* Ends one that went wrong beside another case, and passed by itself. */
void case_state_end_unstable (struct case_state *state, struct pool *pool,
                              const struct case_ *beside);
/* Forgets what there is of it but what was logged, as a problem's setup does
 * once. */
void case_state_reset (struct case_state *state, bool turns);
void case_state_free (struct case_state *state);

#endif
