/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>

#include "base/xalloc.h"
#include "run/case-state.h"

void
case_state_end_unstable (struct case_state *course, struct pool *pool,
                         const struct case_ *beside)
{
  char *why = xasprintf (
      "unstable: %s behind %s, and passed in a process of its own; "
      "look at what both of them leave behind",
      course->record->result.reason, beside->variant->name);

  case_record_end (course->record, pool, STATUS_WRONG, why);
  free (why);
}

void
case_state_reset (struct case_state *course, bool turns)
{
  meter_readings_free (&course->readings);
  *course = (struct case_state){ .c = course->c,
                                 .turns = turns,
                                 .log = course->log };
}

void
case_state_free (struct case_state *course)
{
  json_decref (course->log);
  meter_readings_free (&course->readings);
}
