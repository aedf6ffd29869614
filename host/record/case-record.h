/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The record of a case: what was requested, and the result.  The table in
 * case-record.c describes each member.
 */
#ifndef RECORD_CASE_RECORD_H
#define RECORD_CASE_RECORD_H

#include <stdbool.h>
#include <stdint.h>

#include <jansson.h>

#include "base/names.h"
#include "base/optional.h"
#include "base/pool.h"
#include "bench/settings.h"
#include "judge/result.h"
#include "plan/cases.h"
#include "record/case-settings.h"
#include "record/fields.h"
#include "record/pairs.h"

struct case_record {
  const char *type;
  int64_t number, problem, round, process;
  const char *job, *family, *plugin, *side, *variant, *summary;
  enum flag peer;
  const char *device, *dtype;
  double precision;
  enum flag uniform_only;
  const struct pairs *params, *tunables, *tuned, *metrics, *metric_units;
  const struct case_settings *settings; /* includes the mode */
  const char *baseline;
  const char *cpus;     /* of the job */
  struct result result; /* from the judge's answer */
  struct {
    double value;
    const char *unit;
  } rate;
  double of_limit, of_limit_at_clock;
  struct {
    double seconds;
    const char *by;
  } limit;
  struct {
    double median_s, total_s;
    int64_t processes;
  } replay; /* in other processes */
  const char *output;
  /* Only for a device that has a meter (device/meter.h). */
  struct {
    double clock_sm, clock_sm_first, clock_sm_last, clock_sm_most;
    double clock_memory, power, energy_per_launch, temperature;
    struct texts reasons;
    int64_t ecc_corrected, ecc_uncorrected, remapped, others;
    const char *lost;
    const char *seen_at, *seen_clock_sm, *seen_power;
  } telemetry;
  struct texts verdicts;
  struct texts beside; /* other devices that ran cases meanwhile */
  const char *place;   /* processors near the device that it was pinned to */
  struct texts libraries;
  const char *killed; /* how its first try was ended from outside */
};

extern const struct fields case_fields;

/* The verdict on a case that is ok, but whose time can't be true.  The other
 * caveats are in caveat.h. */
#define VERDICT_SUSPECT "suspect"

/* Stands before the names of a variant's metrics; no name contains it. */
#define METRIC_OF_VARIANT "variant/"

/* True for a status that does not fail the run: ok and skipped. */
bool status_passes (enum status status);
bool case_is_suspect (const struct case_record *record);
/* True for a case with such a status, unless it is suspect. */
bool case_passes (const struct case_record *record);
/* Returns the name of its status, or VERDICT_SUSPECT. */
const char *case_outcome (const struct case_record *record);

/* Returns a record of the request, in the pool, without a result. */
struct case_record *case_record_new (struct pool *pool, const struct case_ *c);
/* Sets the status of a case for which no judge answered. */
void case_record_end (struct case_record *record, struct pool *pool,
                      enum status status, const char *reason);

/* Returns the settings of a case.  A setting that the record lacks has its
 * default on that device. */
struct settings case_record_settings (const struct case_record *record);
/* Returns the median in seconds; 0 where there is none.  Only a case that is ok
 * has one; it may be suspect. */
double case_time_shown (const struct case_record *record);
/* True for a timed case that may be the fastest of others: not for one that is
 * right on uniform data alone. */
bool case_competes (const struct case_record *record);
/* Returns the median in seconds, but 0 for a suspect case: nothing is compared
 * with it. */
double case_time (const struct case_record *record);
/* Returns the relative spread; negative where there is none.  One sample has
 * none: a spread of 0 would look like a quiet measurement. */
double case_spread (const struct case_record *record);
bool case_has_one_sample (const struct case_record *record);
/* Returns the relative error of the median, two of which cover the true one in
 * 95 %; negative where there is none. */
double case_error (const struct case_record *record);

/* True where a worker got the case: it was neither skipped nor failed before,
 * as on a device that is absent. */
bool case_ran (const struct case_record *record);

#endif
