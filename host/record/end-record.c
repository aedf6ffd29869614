/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "record/end-record.h"

#define ROW(type, path, unit, help)                                            \
  {                                                                            \
#path, FIELD_##type, BY_HOST, unit, NULL, help,                            \
        FIELD_OFFSET(type, end_record, path), NULL                             \
  }

static const struct field rows[] = {
  ROW (TEXT, type, NULL, "kind of the record: end"),
  ROW (INTEGER, cases, NULL, "number of cases"),
  ROW (INTEGER, ok, NULL, "number of cases that are ok"),
  ROW (INTEGER, wrong, NULL, "number of wrong cases"),
  ROW (INTEGER, skipped, NULL, "number of skipped cases"),
  ROW (INTEGER, failed, NULL, "number of failed cases"),
  ROW (INTEGER, crashed, NULL, "number of crashed cases"),
  ROW (INTEGER, timeout, NULL, "number of cases that ran out of time"),
  ROW (INTEGER, faults, NULL, "number of fault records; absent without any"),
  ROW (REAL, wall_s, "s",
       "time of the run, of all its parts together; of a killed part, the "
       "time of its cases"),
  ROW (REAL, load, NULL, "average load of the last minute when the run ended"),
  ROW (INTEGER, switches, NULL,
       "number of context switches of the machine's cores during the run"),
  ROW (BOOL, interrupted, NULL, "whether a signal ended the run"),
};

const struct fields end_fields
    = { "end", rows, sizeof rows / sizeof rows[0], sizeof (struct end_record) };

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
