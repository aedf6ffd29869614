/* SPDX-License-Identifier: BSD-3-Clause
 *
 * record/: records of runs and cases, the figures that are computed from them,
 * and the journal that writes them.
 * Uses: base, plugin, device, bench/settings.h, judge/result.h, suite, plan.
 *
 * Records in memory, as a run makes them or as they are read back.  One pool
 * owns all that they point to.  Texts, settings and sets of options are
 * interned: equal ones have the same address, by which they may be compared.
 */
#ifndef RECORDS_H
#define RECORDS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "record/case-record.h"
#include "record/end-record.h"
#include "record/fault-record.h"
#include "record/run-record.h"

/* A record of any kind. */
struct record {
  const struct fields *fields; /* the table of its kind */
  void *of;                    /* struct case_record, ... */
};

/* Starts zeroed. */
struct records {
  struct pool pool;
  struct record *record;
  size_t n;
};

void records_free (struct records *records);

/* of must be a struct of that table, and live as long as the records. */
void records_add (struct records *records, const struct fields *fields,
                  void *of);
/* Parses a record, which is in the pool.  Its members are NULL where its type is
 * unknown. */
struct record record_from_json (const json_t *json, struct pool *pool);
/* Adds a record that is parsed from JSON.  Fields that are missing or of
 * another type are absent; a record of an unknown type is ignored. */
void records_add_json (struct records *records, const json_t *json);

/* Returns a record as a line of JSON without a newline, unprintable characters
 * escaped, to be freed; NULL when memory is out. */
char *record_line (const struct fields *fields, const void *record);

/* NULL where record i is of another kind. */
const struct case_record *records_case (const struct records *records,
                                        size_t i);
const struct fault_record *records_fault_at (const struct records *records,
                                             size_t i);
/* Returns the first of its kind; NULL when there is none. */
const struct run_record *records_run (const struct records *records);
const struct fault_record *records_fault (const struct records *records);
const struct end_record *records_end (const struct records *records);

#endif
