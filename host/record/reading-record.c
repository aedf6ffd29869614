/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "record/reading-record.h"

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
