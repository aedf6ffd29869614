/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>
#include <stdlib.h>

#include "base/base64.h"
#include "base/xalloc.h"
#include "record/case-samples.h"

/* ---- Samples ---- */

double *
case_samples (const struct case_record *record, size_t *n)
{
  const char *values = record->result.time.values;
  double *seconds = values != NULL ? base64_floats_decode (values, n) : NULL;

  for (size_t i = 0; seconds != NULL && i < *n; i++)
    if (!isfinite (seconds[i]))
      seconds[i] = 0;
  return seconds;
}

/* Decodes n numbers, to be freed.  False where there are not n: then all are
 * NaN. */
static bool
parse_numbers (double **number, const char *text, size_t n)
{
  size_t found;

  *number = text != NULL ? base64_floats_decode (text, &found) : NULL;
  if (*number != NULL && found == n)
    return true;
  free (*number);
  *number = xcalloc (n + 1, sizeof **number);
  for (size_t i = 0; i < n; i++)
    (*number)[i] = (double)NAN;
  return false;
}

/* True where the positions ascend within the samples, and there are two at
 * least. */
static bool
is_ascending (const struct telemetry_samples *looks, double samples)
{
  double last = 0;

  for (size_t i = 0; i < looks->n; i++) {
    if (!(looks->at[i] >= last && looks->at[i] <= samples))
      return false;
    last = looks->at[i];
  }
  return looks->n > 1;
}

bool
case_telemetry_samples (const struct case_record *record,
                        struct telemetry_samples *looks)
{
  const char *at = record->telemetry.seen_at;
  bool any = false;

  *looks = (struct telemetry_samples){ 0 };
  looks->at = at != NULL ? base64_floats_decode (at, &looks->n) : NULL;
  if (looks->at != NULL
      && is_ascending (looks, (double)record->result.time.samples)) {
    any |= parse_numbers (&looks->clock_sm, record->telemetry.seen_clock_sm,
                          looks->n);
    any |= parse_numbers (&looks->power, record->telemetry.seen_power,
                          looks->n);
  }
  if (!any)
    telemetry_samples_free (looks);
  return any;
}

void
telemetry_samples_free (struct telemetry_samples *looks)
{
  free (looks->at);
  free (looks->clock_sm);
  free (looks->power);
  *looks = (struct telemetry_samples){ 0 };
}

/* ---- Readings ---- */

#define ROW(type, record, path, of)                                            \
  FIELD_ROW (type, record, BY_WORKER, path, NULL, NULL, NULL, of)

static const struct field reading_rows[] = {
  ROW (REAL, reading, time, NULL),
  ROW (REAL, reading, clock_sm, NULL),
  ROW (REAL, reading, clock_memory, NULL),
  ROW (REAL, reading, power, NULL),
  ROW (REAL, reading, energy, NULL),
  ROW (REAL, reading, temperature, NULL),
  ROW (INTEGER, reading, reasons, NULL),
  ROW (INTEGER, reading, ecc_corrected, NULL),
  ROW (INTEGER, reading, ecc_uncorrected, NULL),
  ROW (INTEGER, reading, remapped, NULL),
  ROW (INTEGER, reading, others, NULL),
};

const struct fields reading_fields
    = FIELDS_OF ("reading", reading_rows, reading);

static const struct field answer_rows[] = {
  ROW (LIST, readings, readings, &reading_fields),
  ROW (REAL, readings, clock_sm_most, NULL),
};

const struct fields readings_fields
    = FIELDS_OF ("readings", answer_rows, readings);
