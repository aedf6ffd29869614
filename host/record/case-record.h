/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The record of a case: what was asked, and what came of it.  What each member
 * is says the table in case-record.c.
 */
#ifndef CASE_RECORD_H
#define CASE_RECORD_H

#include <stdbool.h>
#include <stdint.h>

#include "base/optional.h"
#include "base/names.h"
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
  const struct pairs *params, *tunables, *tuned;
  const struct case_settings *settings; /* the mode, too */
  const char *baseline;
  const char *cpus;     /* the job's */
  struct result result; /* what a worker says */
  struct {
    double value;
    const char *unit;
  } rate;
  double of_limit;
  struct {
    double seconds;
    const char *by;
  } limit;
  const char *output;
  /* Of a device that has a meter of its own (device/meter.h). */
  struct {
    double clock_sm, clock_sm_first, clock_sm_last, clock_sm_most;
    double clock_memory, power, energy_per_launch, temperature;
    struct texts reasons;
    int64_t ecc_corrected, ecc_uncorrected, remapped, others;
    const char *lost;
    const char *seen_at, *seen_clock_sm, *seen_power;
  } telemetry;
  struct texts verdicts;
  struct texts beside; /* devices that had cases meanwhile */
  const char *place;   /* processors near its own that it was timed on */
};

extern const struct fields case_fields;
extern const struct names status_names;

/* Of a case that is ok, that its time can't be true; other words on figures
 * are in caveat.h. */
#define VERDICT_SUSPECT "suspect"

/* Whether a case that ended so leaves its run a success. */
bool status_passes (enum status status);
bool case_is_suspect (const struct case_record *record);
/* Whether this one does: a suspect one does not. */
bool case_passes (const struct case_record *record);
/* Its status in a word, or that it is suspect. */
const char *case_outcome (const struct case_record *record);

/* What was asked, in a pool; nothing came of it yet. */
struct case_record *case_record_new (struct pool *pool, const struct case_ *c);
/* Sets how it ended where no worker says so. */
void case_record_end (struct case_record *record, struct pool *pool,
                      enum status status, const char *reason);

/* What a case was measured with: what its record does not have is taken to be
 * what is usual on its device. */
struct settings case_record_settings (const struct case_record *record);
/* The median, in seconds, of a case that may show one: however fast it was, a
 * result that is not right has no time.  0 without. */
double case_time_shown (const struct case_record *record);
/* Likewise of one that others are compared with: a suspect one has none. */
double case_time (const struct case_record *record);
/* Negative where there is none, and with one sample, which spreads over
 * nothing: that is not to be told as calm. */
double case_spread (const struct case_record *record);
/* Whether its spread is wanting for that. */
bool case_has_one_sample (const struct case_record *record);
/* Of the median, relative: the true one is within two of them; negative where
 * there is none. */
double case_error (const struct case_record *record);

/* Whether it came as far as a worker: it was not skipped, nor failed for what
 * was known before, such as a device that is not there. */
bool case_ran (const struct case_record *record);

#endif
