/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>

#include "base/complain.h"
#include "record/case-identity.h"
#include "record/records.h"
#include "suite/settings.h"

/* As text: a real that was written and read is the same in its digits, and may
 * not be in its bits. */
static char *
text_of (const struct case_record *asked)
{
  char *text = record_line (&case_fields, asked);

  if (text != NULL)
    return text;
  complain ("out of memory");
  exit (EXIT_HOST);
}

static struct case_record
asked_of (const struct case_record *record)
{
  struct case_record asked;

  fields_clear (&case_fields, &asked);
  asked.round = record->round;
  asked.job = record->job;
  asked.family = record->family;
  asked.plugin = record->plugin;
  asked.variant = record->variant;
  asked.device = record->device;
  asked.params = record->params;
  asked.tunables = record->tunables;
  asked.settings = record->settings;
  return asked;
}

static struct case_settings
mode_of (const struct case_settings *settings)
{
  struct case_settings mode = *settings;

  mode.there &= settings_of_mode ();
  return mode;
}

char *
case_identity (const struct case_record *record)
{
  const struct case_record asked = asked_of (record);

  return text_of (&asked);
}

char *
case_identity_in_job (const struct case_record *record)
{
  struct case_record asked = asked_of (record);
  struct case_settings mode;

  if (asked.settings != NULL) {
    mode = mode_of (asked.settings);
    asked.settings = &mode;
  }
  asked.plugin = NULL;
  return text_of (&asked);
}

char *
case_subject (const struct case_record *record)
{
  struct case_record subject = asked_of (record);
  struct case_settings mode;

  if (subject.settings != NULL) {
    mode = mode_of (subject.settings);
    subject.settings = &mode;
  }
  subject.round = INTEGER_ABSENT;
  subject.job = subject.plugin = NULL;
  return text_of (&subject);
}

char *
case_place (const struct case_record *record)
{
  struct case_record place;

  fields_clear (&case_fields, &place);
  place.number = record->number;
  place.problem = record->problem;
  place.tuned = record->tuned;
  place.baseline = record->baseline;
  return text_of (&place);
}
