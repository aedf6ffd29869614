/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <jansson.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/xalloc.h"
#include "command/profiler-output.h"

#define MESSAGE "=="
#define ERROR "==ERROR== "
/* That the run had another exit status than 0, which its record explains. */
#define OTHER_STATUS "The application returned an error code"

static bool
begins_with (const char *line, const char *with)
{
  return strncmp (line, with, strlen (with)) == 0;
}

static void
set_text (char **text, const char *value)
{
  free (*text);
  *text = value != NULL ? xstrdup (value) : NULL;
}

static bool
read_record (struct profiler_output *p, const char *line)
{
  json_t *record = *line == '{' ? json_loads (line, 0, NULL) : NULL;
  const char *type = json_string_value (json_object_get (record, "type"));

  if (type != NULL && strcmp (type, "case") == 0) {
    set_text (&p->status,
              json_string_value (json_object_get (record, "status")));
    set_text (&p->reason,
              json_string_value (json_object_get (record, "reason")));
  }
  json_decref (record);
  return type != NULL;
}

void
profiler_output_read (struct profiler_output *p, const char *line)
{
  if (counters_read (&p->counters, line) || read_record (p, line))
    return;
  if (begins_with (line, ERROR)
      && !begins_with (line + strlen (ERROR), OTHER_STATUS) && p->error == NULL)
    set_text (&p->error, line + strlen (ERROR));
  else if (!begins_with (line, MESSAGE) && *line != '\0')
    set_text (&p->last, line);
}

void
profiler_output_free (struct profiler_output *p)
{
  counters_free (&p->counters);
  free (p->status);
  free (p->reason);
  free (p->error);
  free (p->last);
  *p = (struct profiler_output){ 0 };
}
