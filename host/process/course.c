/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>

#include "base/xalloc.h"
#include "process/course.h"

void
course_end_unstable (struct course *course, struct pool *pool,
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
course_begin_anew (struct course *course, bool turns)
{
  metered_free (&course->metered);
  *course
      = (struct course){ .c = course->c, .turns = turns, .log = course->log };
}

void
course_free (struct course *course)
{
  json_decref (course->log);
  metered_free (&course->metered);
}
