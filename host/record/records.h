/* SPDX-License-Identifier: BSD-3-Clause
 *
 * record/: records of runs and cases, the figures that follow from what they
 * say, and the journal that keeps them.
 * Uses: base, plugin, device, bench/settings.h, judge/result.h, suite, plan.
 *
 * Records in memory, as a run makes them or as they are read back, and the pool
 * that all they hold is in.  Their texts, settings and sets of options are kept
 * once: equal ones are the same pointer.
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

/* One of any kind. */
struct record {
  const struct fields *fields; /* the table of its kind */
  void *of;                    /* struct case_record, ... */
};

/* Zeroed: none. */
struct records {
  struct pool pool;
  struct record *record;
  size_t n;
};

void records_free (struct records *records);

/* The struct must be of the table's kind, and live as long as the records. */
void records_add (struct records *records, const struct fields *fields,
                  void *of);
/* Adds what JSON says.  Whatever is absent from it, or of another type, is
 * absent from the record; one of an unknown type is left out. */
void records_add_json (struct records *records, const json_t *json);

/* A record as a line of JSON without its end, printable as it is, to be freed;
 * NULL when memory is out. */
char *record_line (const struct fields *fields, const void *record);

/* NULL where record i is of another kind. */
const struct case_record *records_case (const struct records *records,
                                        size_t i);
const struct fault_record *records_fault_at (const struct records *records,
                                             size_t i);
/* The first of them; NULL when there is none. */
const struct run_record *records_run (const struct records *records);
const struct fault_record *records_fault (const struct records *records);
const struct end_record *records_end (const struct records *records);

#endif
