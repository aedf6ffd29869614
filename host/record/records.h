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
#ifndef RECORD_RECORDS_H
#define RECORD_RECORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#include "base/optional.h"
#include "base/pool.h"
#include "judge/result.h"
#include "plan/cases.h"
#include "record/case-record.h"
#include "record/fields.h"
#include "record/pairs.h"
#include "record/run-record.h"

/* The seeds of cases, which their records withhold until the run has ended
 * (seeds.c). */

struct opened_seeds {
  int64_t number; /* of the case */
  int64_t inputs, choice, beside;
};

extern const struct fields seeds_fields;

/* Replaces the seeds of a case by a commitment to them, and returns them;
 * leaves a record without seeds unchanged. */
struct opened_seeds seeds_commit (struct case_record *record,
                                  struct pool *pool);
bool seeds_are_open (const struct case_record *record);
/* False where the record has seeds that are not those of its commitment. */
bool seeds_fit (const struct case_record *record);
/* Sets the seeds of a case from a list of struct opened_seeds, if it has them.
 * *at, at first 0: where to begin to search, kept between calls.  False where
 * they are not those of the commitment. */
bool seeds_open (struct case_record *record, const struct items *opened,
                 size_t *at);

/* The last record of a run: how it ended. */

struct end_record {
  const char *type;
  int64_t cases, ok, wrong, skipped, failed, crashed, timeout, faults;
  double wall_s, load;
  int64_t switches;
  enum flag interrupted;
  struct items seeds; /* struct opened_seeds */
  const char *hash;   /* NULL: of a run without a file, or read from one */
};

extern const struct fields end_fields;

/* Returns a record in the pool.  count has the number of cases by status. */
struct end_record *end_record_new (struct pool *pool, const size_t *count,
                                   double wall_s);

/* The record of a fault that is charged to no case: a callback of the family
 * failed while no variant was running, or a worker crashed after its case had
 * ended. */

struct fault_record {
  const char *type, *job, *family, *plugin, *device;
  int64_t problem;
  const struct pairs *params;
  const char *callback, *variant; /* one of the two; the other is NULL */
  enum status status;
  const char *reason, *output;
};

extern const struct fields fault_fields;

/* Returns a record of a family's callback, in the pool.  c is a case of the
 * problem. */
struct fault_record *fault_record_new (struct pool *pool, const struct case_ *c,
                                       const char *callback, enum status status,
                                       const char *reason);
/* Returns a record of a variant that crashed the worker after its case had
 * ended. */
struct fault_record *fault_record_of_variant (struct pool *pool,
                                              const struct case_ *c,
                                              enum status status,
                                              const char *reason);

/* JSON as a line for a file or a terminal. */

/* Returns the line without a newline, unprintable characters escaped, to be
 * freed.  Consumes the reference.  Here and elsewhere JSON needs no check for a
 * lack of memory: jansson has xmalloc (command/main.c). */
char *json_line (json_t *json);

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
/* Parses a record, which is in the pool.  Its members are NULL where its type
 * is unknown. */
struct record record_from_json (const json_t *json, struct pool *pool);
/* Adds a record that is parsed from JSON.  Fields that are missing or of
 * another type are absent; a record of an unknown type is ignored. */
void records_add_json (struct records *records, const json_t *json);

/* Returns a record as a line of JSON without a newline, unprintable characters
 * escaped, to be freed. */
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
/* True where no case failed, and no fault was between the cases. */
bool records_pass (const struct records *records);
/* Returns what a run lacks, "has no end: ..." or "was interrupted", to be
 * freed; NULL: it ended with all of its cases. */
char *records_describe_break (const struct records *records);
/* The same of its end record, NULL where it has none, and number of cases. */
char *run_describe_break (const struct end_record *end, int64_t n_cases);

#endif
