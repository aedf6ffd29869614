/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "record/json-line.h"
#include "record/records.h"
#include "suite/settings.h"

static const struct fields *const kinds[]
    = { &run_fields, &case_fields, &fault_fields, &end_fields };

void
records_free (struct records *records)
{
  free (records->record);
  pool_free (&records->pool);
  *records = (struct records){ 0 };
}

void
records_add (struct records *records, const struct fields *fields, void *of)
{
  records->record
      = xgrow (records->record, records->n, sizeof records->record[0]);
  records->record[records->n++] = (struct record){ fields, of };
}

static const struct fields *
kind_of (const json_t *json)
{
  const char *type = json_string_value (json_object_get (json, "type"));

  for (size_t i = 0; type != NULL && i < sizeof kinds / sizeof kinds[0]; i++)
    if (strcmp (kinds[i]->name, type) == 0)
      return kinds[i];
  return NULL;
}

/* Sets what reports rely on, and converts what format 1 had elsewhere. */
static void
complete_case (struct case_record *c, struct pool *pool, const json_t *json)
{
  const uint64_t data = UINT64_C (1) << setting_find ("data");

  /* A case of unknown status did not pass. */
  if (c->result.status == STATUS_ABSENT)
    c->result.status = STATUS_FAILED;
  if (json_object_get (json, "data") != NULL)
    c->settings = case_settings_from_json (pool, c->settings, data, json);
}

/* Records in memory are always of this format. */
static void
complete_run (struct run_record *r)
{
  if (r->format != INTEGER_ABSENT)
    r->format = RECORD_FORMAT;
}

struct record
record_from_json (const json_t *json, struct pool *pool)
{
  const struct fields *fields = kind_of (json);
  struct record record = { fields, NULL };

  if (fields == NULL)
    return record;
  record.of = pool_alloc (pool, fields->bytes);
  fields_clear (fields, record.of);
  fields_from_json (fields, record.of, pool, json, BY_HOST | BY_WORKER);
  if (fields == &case_fields)
    complete_case (record.of, pool, json);
  else if (fields == &run_fields)
    complete_run (record.of);
  return record;
}

void
records_add_json (struct records *records, const json_t *json)
{
  const struct record record = record_from_json (json, &records->pool);

  if (record.of != NULL)
    records_add (records, record.fields, record.of);
}

char *
record_line (const struct fields *fields, const void *record)
{
  return json_line (fields_to_json (fields, record));
}

const struct case_record *
records_case (const struct records *records, size_t i)
{
  const struct record *record = &records->record[i];

  return record->fields == &case_fields ? record->of : NULL;
}

const struct fault_record *
records_fault_at (const struct records *records, size_t i)
{
  const struct record *record = &records->record[i];

  return record->fields == &fault_fields ? record->of : NULL;
}

static const void *
first_of (const struct records *records, const struct fields *fields)
{
  for (size_t i = 0; i < records->n; i++)
    if (records->record[i].fields == fields)
      return records->record[i].of;
  return NULL;
}

const struct run_record *
records_run (const struct records *records)
{
  return first_of (records, &run_fields);
}

const struct fault_record *
records_fault (const struct records *records)
{
  return first_of (records, &fault_fields);
}

const struct end_record *
records_end (const struct records *records)
{
  return first_of (records, &end_fields);
}
