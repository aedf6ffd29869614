/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/printable.h"
#include "base/xalloc.h"
#include "record/records.h"
#include "suite/settings.h"

/* ---- The end ---- */

#define END_ROW(type, path, unit, help)                                        \
  FIELD_ROW (type, end_record, BY_HOST, path, unit, NULL, help, NULL)

static const struct field end_rows[] = {
  END_ROW (TEXT, type, NULL, "kind of the record: end"),
  END_ROW (INTEGER, cases, NULL, "number of cases"),
  END_ROW (INTEGER, ok, NULL, "number of cases that are ok"),
  END_ROW (INTEGER, wrong, NULL, "number of wrong cases"),
  END_ROW (INTEGER, skipped, NULL, "number of skipped cases"),
  END_ROW (INTEGER, failed, NULL, "number of failed cases"),
  END_ROW (INTEGER, crashed, NULL, "number of crashed cases"),
  END_ROW (INTEGER, timeout, NULL, "number of cases that ran out of time"),
  END_ROW (INTEGER, faults, NULL,
           "number of fault records; absent without any"),
  END_ROW (REAL, wall_s, "s",
           "time of the run, of all its parts together; of a killed part, the "
           "time of its cases"),
  END_ROW (REAL, load, NULL,
           "average load of the last minute when the run ended"),
  END_ROW (INTEGER, switches, NULL,
           "number of context switches of the machine's cores during the run"),
  END_ROW (BOOL, interrupted, NULL, "whether a signal ended the run"),
  FIELD_ROW (LIST, end_record, BY_HOST, seeds, NULL, NULL,
             "seeds of the cases of this part", &seeds_fields),
  END_ROW (TEXT, hash, NULL,
           "SHA-256 of the lines of this part of the file before this one, "
           "from its run record on, with their line ends: sha256: and 64 "
           "hexadecimal digits; absent where the run wrote no file"),
};

const struct fields end_fields = FIELDS_OF ("end", end_rows, end_record);

struct end_record *
end_record_new (struct pool *pool, const size_t *count, double wall_s)
{
  struct end_record *r = pool_alloc (pool, sizeof *r);

  fields_clear (&end_fields, r);
  r->type = end_fields.name;
  r->cases = 0;
  for (int status = 0; status < N_STATUS; status++)
    r->cases += (int64_t)count[status];
  r->ok = (int64_t)count[STATUS_OK];
  r->wrong = (int64_t)count[STATUS_WRONG];
  r->skipped = (int64_t)count[STATUS_SKIPPED];
  r->failed = (int64_t)count[STATUS_FAILED];
  r->crashed = (int64_t)count[STATUS_CRASHED];
  r->timeout = (int64_t)count[STATUS_TIMEOUT];
  r->wall_s = wall_s;
  return r;
}

/* ---- Faults ---- */

#define FAULT_ROW(type, path, help)                                            \
  FIELD_ROW (type, fault_record, BY_HOST, path, NULL, NULL, help, NULL)

static const struct field fault_rows[] = {
  FAULT_ROW (TEXT, type, "kind of the record: fault"),
  FAULT_ROW (TEXT, job, "section of the suite, as in the cases before"),
  FAULT_ROW (TEXT, family, "family that failed"),
  FAULT_ROW (TEXT, plugin,
             "plugin with the family; with the field variant, plugin with that "
             "variant"),
  FAULT_ROW (TEXT, device, "device of the cases before"),
  FAULT_ROW (INTEGER, problem, "number of the problem"),
  FAULT_ROW (PAIRS, params, "all options of the family with their values"),
  FAULT_ROW (TEXT, callback,
             "callback that failed: teardown, or when check tests the family "
             "fill, vary or verify; absent with the field variant"),
  FAULT_ROW (TEXT, variant,
             "variant of the case whose worker crashed after the end of the "
             "case; absent else"),
  FAULT_ROW (STATUS, status,
             "how it failed: crashed, timeout (after the time of a case), or "
             "failed (when check tests the family)"),
  FAULT_ROW (TEXT, reason, "why it failed"),
  FAULT_ROW (TEXT, output, "end of what the plugin printed"),
};

const struct fields fault_fields
    = FIELDS_OF ("fault", fault_rows, fault_record);

struct fault_record *
fault_record_new (struct pool *pool, const struct case_ *c,
                  const char *callback, enum status status, const char *reason)
{
  const struct job *job = c->problem->job;
  struct fault_record *r = pool_alloc (pool, sizeof *r);

  fields_clear (&fault_fields, r);
  r->type = fault_fields.name;
  r->job = pool_text (pool, job->name);
  r->family = pool_text (pool, job->family->name);
  r->plugin = pool_text (pool, job->family->plugin->name);
  r->device = pool_text (pool, c->device);
  r->problem = (int64_t)c->problem->index;
  r->params
      = pairs_of_options (pool, &job->family->options, c->problem->value, NULL);
  r->callback = pool_text (pool, callback);
  r->status = status;
  r->reason = pool_text (pool, reason);
  return r;
}

struct fault_record *
fault_record_of_variant (struct pool *pool, const struct case_ *c,
                         enum status status, const char *reason)
{
  struct fault_record *r = fault_record_new (pool, c, NULL, status, reason);

  r->plugin = pool_text (pool, c->variant->plugin->name);
  r->variant = pool_text (pool, c->variant->name);
  return r;
}

/* ---- Lines ---- */

char *
json_line (json_t *json)
{
  /* A double holds any decimal of 15 digits: a number that is read and written
   * again does not change. */
  char *line = json_dumps (json, JSON_COMPACT | JSON_REAL_PRECISION (15));
  char *shown = printable_copy (line);

  free (line);
  json_decref (json);
  return shown;
}

/* ---- Records ---- */

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
  XAPPEND (records->record, records->n) = (struct record){ fields, of };
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
  else if (fields == &run_fields
           && ((struct run_record *)record.of)->format != INTEGER_ABSENT)
    /* Records in memory are always of this format. */
    ((struct run_record *)record.of)->format = RECORD_FORMAT;
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

bool
records_pass (const struct records *records)
{
  for (size_t i = 0; i < records->n; i++) {
    const struct case_record *c = records_case (records, i);

    if (records_fault_at (records, i) != NULL
        || (c != NULL && !case_passes (c)))
      return false;
  }
  return true;
}

char *
run_describe_break (const struct end_record *end, int64_t n_cases)
{
  if (end == NULL)
    return xstrdup ("has no end: it was cut short, or goes on");
  if (end->interrupted == FLAG_YES)
    return xstrdup ("was interrupted");
  return end->cases == INTEGER_ABSENT || end->cases == n_cases
             ? NULL
             : xasprintf ("has %" PRId64 " cases, and its end says %" PRId64,
                          n_cases, end->cases);
}

char *
records_describe_break (const struct records *records)
{
  int64_t n = 0;

  for (size_t i = 0; i < records->n; i++)
    n += records_case (records, i) != NULL;
  return run_describe_break (records_end (records), n);
}
