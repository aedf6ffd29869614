/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Caveats: words that warn of the figures of a case, as in throttled or noisy.
 * They are the verdicts of its record and the marks of a table, whose legend
 * explains them.
 *
 * They follow from the record alone: from its samples, its time and error, and
 * the telemetry of its device.  A new one is an enumerator, a row of the table
 * in caveat.c, and the line that adds it there.  Tables and legends then have
 * it.
 */
#ifndef CAVEAT_H
#define CAVEAT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/pool.h"
#include "record/case-record.h"
#include "record/device-record.h"

/* ---- Trends -------------------------------------------------------------- */

/* Detects whether times moved while they were measured: a step or a trend, as
 * from a rising clock or another load that begins.  The median of such samples
 * belongs to no state of the device. */

/* With fewer samples nothing is detected. */
enum { TREND_SAMPLES_LEAST = 10 };

/* True if n times, in the order of measuring, show a step or trend larger than
 * the share `least` of their median and larger than chance explains.
 *
 * False positives: of independent samples of any distribution, under 1 % of
 * series with ten samples, and under 0.4 % with twelve or more; under 1 % of
 * long series whose neighbours are alike. */
bool trend_is_present (const double *seconds, size_t n, double least);

/* A clock over this share of the highest is not lowered. */
#define CLOCK_LOWERED 0.97

/* ---- Caveats ------------------------------------------------------------- */

/* A caveat that explains another comes before it: a table shows the first, the
 * record has all. */
enum caveat {
  CAVEAT_SUSPECT, /* set in figures.c */
  /* From here on set in caveat.c. */
  CAVEAT_SHARED,
  CAVEAT_UNSTABLE,
  CAVEAT_UNPINNED,
  CAVEAT_THROTTLED,
  CAVEAT_RAMPING,
  CAVEAT_TREND,
  CAVEAT_FLOOR,
  CAVEAT_CACHED,
  CAVEAT_OUTLIERS,
  CAVEAT_NOISY,
  CAVEAT_FEW,
  CAVEAT_RERUN,
  CAVEAT_UNOPENED, /* of records that were read */
  N_CAVEATS
};

const char *caveat_word (enum caveat caveat);
/* Returns what it means and what to do about it. */
const char *caveat_meaning (enum caveat caveat);

/* Adds the caveats of a timed case to its verdicts; none to a suspect one.
 * device is NULL where it is unknown. */
void caveats_find (struct case_record *record,
                   const struct device_record *device, struct pool *pool);
/* Sets the caveats of a case that was joined from n rounds: those that follow
 * from the joined time, and those that most of the rounds have. */
void caveats_of_rounds (struct case_record *record, struct pool *pool,
                        const struct case_record *const *round, size_t n);

/* True where the bytes of the problem fit in a cache that is left hot, so that
 * the rate is not the memory's.  Older records don't have it as a verdict. */
bool caveat_is_cached (const struct case_record *record,
                       const struct device_record *device);

/* True where a timed case has it. */
bool caveat_is_set (const struct case_record *record, enum caveat caveat);
/* Returns the first that it has; N_CAVEATS: none. */
enum caveat caveat_first (const struct case_record *record);

/* The figures of a case that the supervisor computes: its rate, its limit and
 * its verdicts (caveat.h).  They follow from the time, the work and the device.
 * The judge reports time and work only, so that a worker's answer can't set any
 * figure. */

/* Sets rate, limit and its shares where they are known, and the verdicts.
 * Texts go into the pool.  device is NULL where it is unknown. */
void figures_set (struct case_record *record,
                  const struct device_record *device, struct pool *pool);

/* Returns the operations that the limit counts, and sets their class: the
 * variant's own where it declares them, else the family's. */
double limit_ops (const struct result *result, const char **op_class);
/* True where the limit is that of other units than the problem's: the variant
 * does operations of its own. */
bool limit_is_of_other_units (const struct case_record *record);

/* Returns the share of the limit that the device has at the clock that was
 * read: the memory's where memory sets the limit, else that of the
 * multiprocessors.  NaN where that clock was not lowered, or either is unknown.
 * device may be NULL. */
double limit_share_at_clock (const struct case_record *record,
                             const struct device_record *device);

#endif
