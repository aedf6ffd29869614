/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "record/reading-record.h"

#define ROW(type, record, path, of)                                            \
  {                                                                            \
#path, FIELD_##type, BY_WORKER, NULL, NULL, NULL,                          \
        FIELD_OFFSET(type, record, path), of                                   \
  }

static const struct field rows[] = {
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
    = { "reading", rows, sizeof rows / sizeof rows[0],
        sizeof (struct reading) };

static const struct field answer_rows[] = {
  ROW (LIST, readings, readings, &reading_fields),
  ROW (REAL, readings, clock_sm_most, NULL),
};

const struct fields readings_fields
    = { "readings", answer_rows, sizeof answer_rows / sizeof answer_rows[0],
        sizeof (struct readings) };
