/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>

#include "base/xalloc.h"
#include "run/case-state.h"

void
case_state_end_unstable (struct case_state *state, struct pool *pool,
                         const struct case_ *beside)
{
  char *why = xasprintf (
      "unstable: %s behind %s, and passed in a process of its own; "
      "check what both of them leave behind",
      state->record->result.reason, beside->variant->name);

  case_record_end (state->record, pool, STATUS_WRONG, why);
  free (why);
}

void
case_state_reset (struct case_state *state, bool turns)
{
  meter_readings_free (&state->readings);
  *state
      = (struct case_state){ .c = state->c, .turns = turns, .log = state->log };
}

void
case_state_free (struct case_state *state)
{
  json_decref (state->log);
  meter_readings_free (&state->readings);
}
