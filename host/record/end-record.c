/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "record/end-record.h"

#define ROW(type, path, unit, help)                                            \
  {                                                                            \
#path, FIELD_##type, BY_HOST, unit, NULL, help,                            \
        FIELD_OFFSET(type, end_record, path), NULL                             \
  }

static const struct field rows[] = {
  ROW (TEXT, type, NULL, "end"),
  ROW (INTEGER, cases, NULL, "how many there are"),
  ROW (INTEGER, ok, NULL, "how many of them ended so"),
  ROW (INTEGER, wrong, NULL, "likewise"),
  ROW (INTEGER, skipped, NULL, "likewise"),
  ROW (INTEGER, failed, NULL, "likewise"),
  ROW (INTEGER, crashed, NULL, "likewise"),
  ROW (INTEGER, timeout, NULL, "likewise"),
  ROW (INTEGER, faults, NULL, "fault records, when there are any"),
  ROW (REAL, wall_s, "s", "what the run took"),
  ROW (REAL, load, NULL, "average load of the last minute, as the run ended"),
  ROW (INTEGER, switches, NULL,
       "how often the machine's cores changed threads during the run"),
  ROW (BOOL, interrupted, NULL, "true when a signal ended the run"),
  ROW (INTEGER, barriers, NULL,
       "with --barrier: how many cases began when all ranks had come to them"),
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
