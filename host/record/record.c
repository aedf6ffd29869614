/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <string.h>

#include "record/record.h"

const char *const status_name[N_STATUS]
    = { "ok", "wrong", "skipped", "failed", "crashed", "timeout" };

static bool
is_type (const json_t *record, const char *type)
{
  return strcmp (record_text (record, NULL, "type"), type) == 0;
}

const json_t *
record_find (const json_t *records, const char *type)
{
  size_t i;
  const json_t *record;

  json_array_foreach (records, i,
                      record) if (is_type (record, type)) return record;
  return NULL;
}

bool
record_is_case (const json_t *record)
{
  return is_type (record, "case");
}

enum status
record_status (const json_t *record)
{
  const char *name = record_text (record, NULL, "status");

  for (int i = 0; i < N_STATUS; i++)
    if (strcmp (name, status_name[i]) == 0)
      return (enum status)i;
  return STATUS_FAILED;
}

const json_t *
record_at (const json_t *record, const char *object, const char *key)
{
  if (object != NULL)
    record = json_object_get (record, object);
  return json_object_get (record, key);
}

const char *
record_text (const json_t *record, const char *object, const char *key)
{
  const char *text = json_string_value (record_at (record, object, key));

  return text ? text : "";
}

bool
record_true (const json_t *record, const char *object, const char *key)
{
  return json_is_true (record_at (record, object, key));
}

bool
record_number (const json_t *record, const char *object, const char *key,
               double *value)
{
  const json_t *number = record_at (record, object, key);

  *value = json_number_value (number);
  return json_is_number (number);
}

bool
record_time (const json_t *record, double *seconds)
{
  *seconds = 0;
  return record_status (record) == STATUS_OK
         && record_number (record, "time", "median_s", seconds) && *seconds > 0;
}

bool
record_spread (const json_t *record, double *spread)
{
  double samples;

  return record_number (record, "time", "spread", spread) && *spread >= 0
         && !(record_number (record, "time", "samples", &samples)
              && samples < 2);
}

const json_t *
record_device (const json_t *run, const char *name)
{
  size_t i;
  const json_t *device;

  json_array_foreach (
      json_object_get (run, "devices"), i,
      device) if (strcmp (record_text (device, NULL, "name"), name)
                  == 0) return device;
  return NULL;
}
