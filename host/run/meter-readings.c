/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/optional.h"
#include "base/base64.h"
#include "base/stats.h"
#include "base/xalloc.h"
#include "run/meter-readings.h"
#include "record/case-samples.h"

/* Seconds: if no span has a reading, the last before each span and the first
 * after it count, if they are this close. */
#define NEAR_SECONDS 0.1

/* A device updates its figure of power every 0.1 s.  When samples take less
 * time than this, the figure may be of the time before them. */
#define RENEWED_SECONDS 0.15

/* Launches must fill this part of the time for its energy to be charged to
 * them. */
#define FILLED 0.9
/* Readings in a record. */
enum { READINGS_KEPT = 64 };

/* A difference of a counter is accurate from so many of its steps on. */
#define STEPS_LEAST 100

void
meter_readings_add (struct meter_readings *m, const json_t *readings,
                    const json_t *sampled)
{
  const json_t *spans = json_object_get (sampled, "spans"), *span;
  struct pool pool = { 0 };
  struct readings added;
  size_t i;

  if (readings == NULL || sampled == NULL)
    return;
  fields_clear (&readings_fields, &added);
  fields_from_json (&readings_fields, &added, &pool, readings, BY_WORKER);
  for (i = 0; i < added.readings.n; i++) {
    XAPPEND (m->reading, m->n) = ((struct reading *)added.readings.item)[i];
  }
  m->clock_sm_most = added.clock_sm_most;
  pool_free (&pool);
  json_array_foreach (spans, i, span)
  {
    XAPPEND (m->span, m->n_spans) = (struct sampled_span){
      json_number_value (json_array_get (span, 0)),
      json_number_value (json_array_get (span, 1)),
      json_number_value (json_array_get (span, 2)),
      json_number_value (json_array_get (span, 3)),
    };
  }
  m->launches += json_number_value (json_object_get (sampled, "launches"));
  m->kernel_s += json_number_value (json_object_get (sampled, "kernel_s"));
}

static bool
is_within (const struct reading *r, const struct sampled_span *span)
{
  return r->time >= span->begin && r->time <= span->end;
}

/* Marks the readings in spans.  Returns their number. */
static size_t
mark_within (const struct meter_readings *m, bool *marked)
{
  size_t n = 0;

  for (size_t i = 0; i < m->n; i++)
    for (size_t j = 0; j < m->n_spans && !marked[i]; j++) {
      marked[i] = is_within (&m->reading[i], &m->span[j]);
      n += marked[i];
    }
  return n;
}

/* Marks the last reading before each span and the first after it. */
static void
mark_around (const struct meter_readings *m, bool *marked)
{
  for (size_t j = 0; j < m->n_spans; j++) {
    const struct sampled_span *span = &m->span[j];
    size_t behind = 0;

    while (behind < m->n && m->reading[behind].time < span->begin)
      behind++;
    if (behind > 0 && m->reading[behind - 1].time >= span->begin - NEAR_SECONDS)
      marked[behind - 1] = true;
    if (behind < m->n && m->reading[behind].time <= span->end + NEAR_SECONDS)
      marked[behind] = true;
  }
}

/* Returns the finite values of the marked readings, in order, to be freed.
 * offset: of the member in struct reading. */
static double *
values_of (const struct meter_readings *m, const bool *marked, size_t offset,
           size_t *n)
{
  double *value = xcalloc (m->n + 1, sizeof *value);

  *n = 0;
  for (size_t i = 0; i < m->n; i++) {
    memcpy (&value[*n], (const char *)&m->reading[i] + offset, sizeof *value);
    *n += marked[i] && isfinite (value[*n]);
  }
  return value;
}

/* Returns NaN when no marked reading has the value. */
static double
median_of (const struct meter_readings *m, const bool *marked, size_t offset)
{
  size_t n;
  double *value = values_of (m, marked, offset, &n);
  double median = numbers_median (value, n);

  free (value);
  return median;
}

static void
store_clocks (const struct meter_readings *m, const bool *marked,
              struct case_record *record)
{
  const size_t sm = offsetof (struct reading, clock_sm);
  size_t n;
  double *value = values_of (m, marked, sm, &n);

  if (n > 0) {
    record->telemetry.clock_sm_first = value[0];
    record->telemetry.clock_sm_last = value[n - 1];
  }
  free (value);
  record->telemetry.clock_sm = median_of (m, marked, sm);
  record->telemetry.clock_sm_most = m->clock_sm_most;
  record->telemetry.clock_memory
      = median_of (m, marked, offsetof (struct reading, clock_memory));
}

/* Returns the seconds of all samples, including the time between their
 * launches. */
static double
sampled_s (const struct meter_readings *m)
{
  double all = 0;

  for (size_t j = 0; j < m->n_spans; j++)
    all += m->span[j].end - m->span[j].begin;
  return all;
}

static void
store_heat (const struct meter_readings *m, const bool *marked,
            struct case_record *record)
{
  size_t n;
  double *value
      = values_of (m, marked, offsetof (struct reading, temperature), &n);

  for (size_t i = 0; i < n; i++)
    record->telemetry.temperature
        = fmax (record->telemetry.temperature, value[i]);
  free (value);
  if (sampled_s (m) >= RENEWED_SECONDS)
    record->telemetry.power
        = median_of (m, marked, offsetof (struct reading, power));
}

static void
store_reasons (const struct meter_readings *m, const bool *marked,
               struct case_record *record, struct pool *pool)
{
  int64_t bits = 0;

  for (size_t i = 0; i < m->n; i++)
    if (marked[i] && m->reading[i].reasons != INTEGER_ABSENT)
      bits |= m->reading[i].reasons;
  for (int i = 0; i < N_CLOCK_REASONS; i++)
    if ((bits >> i & 1) != 0)
      texts_add (pool, &record->telemetry.reasons,
                 names_at (&clock_reason_names, i));
}

/* Returns the least step of the counter between two readings; 0: it did not
 * advance. */
static double
energy_step (const struct meter_readings *m)
{
  double last = (double)NAN, step = 0;

  for (size_t i = 0; i < m->n; i++) {
    double now = m->reading[i].energy;

    if (!isfinite (now))
      continue;
    if (now > last && (step == 0 || now - last < step))
      step = now - last;
    last = now;
  }
  return step;
}

/* Returns the joules from the first to the last reading of each span, and the
 * seconds between them. */
static double
energy_within (const struct meter_readings *m, double *seconds)
{
  double sum = 0;

  *seconds = 0;
  for (size_t j = 0; j < m->n_spans; j++) {
    const struct reading *first = NULL, *last = NULL;

    for (size_t i = 0; i < m->n; i++)
      if (isfinite (m->reading[i].energy)
          && is_within (&m->reading[i], &m->span[j])) {
        first = first == NULL ? &m->reading[i] : first;
        last = &m->reading[i];
      }
    if (first == NULL)
      continue;
    sum += last->energy - first->energy;
    *seconds += last->time - first->time;
  }
  return sum;
}

static void
store_energy (const struct meter_readings *m, struct case_record *record)
{
  double step = energy_step (m), seconds, all = sampled_s (m);
  double joules = energy_within (m, &seconds);

  if (step > 0 && joules >= STEPS_LEAST * step && seconds > 0 && m->launches > 0
      && m->kernel_s >= FILLED * all)
    record->telemetry.energy_per_launch = joules / seconds * all / m->launches;
}

/* Returns the increase of a counter from the first reading to the last. */
static int64_t
counter_increase (const struct meter_readings *m, size_t offset)
{
  int64_t first = INTEGER_ABSENT, last = INTEGER_ABSENT, now;

  for (size_t i = 0; i < m->n; i++) {
    memcpy (&now, (const char *)&m->reading[i] + offset, sizeof now);
    if (now == INTEGER_ABSENT)
      continue;
    first = first == INTEGER_ABSENT ? now : first;
    last = now;
  }
  return last != INTEGER_ABSENT && last >= first ? last - first
                                                 : INTEGER_ABSENT;
}

static void
store_counts (const struct meter_readings *m, struct case_record *record)
{
  record->telemetry.ecc_corrected
      = counter_increase (m, offsetof (struct reading, ecc_corrected));
  record->telemetry.ecc_uncorrected
      = counter_increase (m, offsetof (struct reading, ecc_uncorrected));
  record->telemetry.remapped
      = counter_increase (m, offsetof (struct reading, remapped));
  for (size_t i = 0; i < m->n; i++)
    if (m->reading[i].others > record->telemetry.others)
      record->telemetry.others = m->reading[i].others;
}

/* Returns how many samples had been taken at this time; negative when the
 * nearest span has no sample that counts. */
static double
samples_before (const struct meter_readings *m, double time)
{
  const struct sampled_span *near = NULL;
  double least = (double)INFINITY;

  for (size_t j = 0; j < m->n_spans; j++) {
    const struct sampled_span *span = &m->span[j];
    const double off = fmax (fmax (span->begin - time, time - span->end), 0);

    if (off < least) {
      least = off;
      near = span;
    }
  }
  if (near == NULL || !(near->to > near->from))
    return -1;
  return near->from
         + (near->to - near->from)
               * fmin (
                   fmax ((time - near->begin) / (near->end - near->begin), 0),
                   1);
}

/* Returns the positions among the samples of the marked readings, and in
 * *reading their indices.  Both are to be freed. */
static double *
sample_positions (const struct meter_readings *m, const bool *marked,
                  size_t **reading, size_t *n)
{
  double *at = xcalloc (m->n + 1, sizeof *at);

  *reading = xcalloc (m->n + 1, sizeof **reading);
  *n = 0;
  for (size_t i = 0; i < m->n; i++) {
    at[*n] = marked[i] ? samples_before (m, m->reading[i].time) : -1;
    (*reading)[*n] = i;
    *n += at[*n] >= 0;
  }
  return at;
}

/* Returns NULL when no value that is kept is finite. */
static const char *
pack_values (const double *value, size_t n, struct pool *pool)
{
  const size_t n_kept = n < READINGS_KEPT ? n : READINGS_KEPT;
  double kept[READINGS_KEPT];
  bool any = false;

  for (size_t i = 0; i < n_kept; i++) {
    kept[i] = value[subsample_index (i, n, READINGS_KEPT)];
    any |= isfinite (kept[i]);
  }
  return any ? pool_made (pool, base64_floats_encode (kept, n_kept)) : NULL;
}

static const char *
pack_readings (const struct meter_readings *m, const size_t *reading, size_t n,
               size_t offset, struct pool *pool)
{
  double *value = xcalloc (n, sizeof *value);
  const char *text;

  for (size_t i = 0; i < n; i++)
    memcpy (&value[i], (const char *)&m->reading[reading[i]] + offset,
            sizeof value[i]);
  text = pack_values (value, n, pool);
  free (value);
  return text;
}

/* Stores readings with their positions among the samples.  When samples were
 * dropped, the positions are not known, and nothing is stored. */
static void
store_readings (const struct meter_readings *m, const bool *marked,
                struct case_record *record, struct pool *pool)
{
  const double taken = m->n_spans > 0 ? m->span[m->n_spans - 1].to : 0;
  size_t *reading, n;
  double *at = sample_positions (m, marked, &reading, &n);

  if (n > 1 && taken == (double)record->result.time.samples) {
    record->telemetry.seen_clock_sm = pack_readings (
        m, reading, n, offsetof (struct reading, clock_sm), pool);
    if (sampled_s (m) >= RENEWED_SECONDS)
      record->telemetry.seen_power = pack_readings (
          m, reading, n, offsetof (struct reading, power), pool);
  }
  if (record->telemetry.seen_clock_sm != NULL
      || record->telemetry.seen_power != NULL)
    record->telemetry.seen_at = pack_values (at, n, pool);
  free (reading);
  free (at);
}

void
meter_readings_store (const struct meter_readings *m,
                      struct case_record *record, struct pool *pool)
{
  bool *marked;

  if (m->n == 0)
    return;
  marked = xcalloc (m->n, sizeof *marked);
  if (mark_within (m, marked) == 0)
    mark_around (m, marked);
  store_clocks (m, marked, record);
  store_heat (m, marked, record);
  store_reasons (m, marked, record, pool);
  store_energy (m, record);
  store_counts (m, record);
  store_readings (m, marked, record, pool);
  free (marked);
}

void
meter_readings_free (struct meter_readings *m)
{
  free (m->reading);
  free (m->span);
  *m = (struct meter_readings){ 0 };
}
