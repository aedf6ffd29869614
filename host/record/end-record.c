/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "record/end-record.h"

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
