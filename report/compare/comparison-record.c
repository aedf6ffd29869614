/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "report/compare/comparison-record.h"

#define ROW(type, path, help)                                                  \
  {                                                                            \
#path, FIELD_##type, BY_HOST, NULL, NULL, help,                            \
        FIELD_OFFSET(type, comparison_record, path), NULL                      \
  }

static const struct field rows[] = {
  ROW (TEXT, type, "kind of the record: comparison"),
  ROW (TEXT, gkhost, "version of gkhost that compared"),
  ROW (TEXT, old.path, "records of the old run, or file of the first build"),
  ROW (TEXT, old.started, "start of the old run in UTC"),
  ROW (TEXT, old.gkhost, "version that wrote the old records"),
  ROW (TEXT, new.path, "records of the new run, or file of the second build"),
  ROW (TEXT, new.started, "start of the new run in UTC"),
  ROW (TEXT, new.gkhost, "version that wrote the new records"),
  ROW (REAL, margin, "largest change that counts as none, 0.01 for 1 %"),
  ROW (INTEGER, slower, "number of slower cases"),
  ROW (INTEGER, faster, "number of faster cases"),
  ROW (INTEGER, same, "number of cases without a change"),
  ROW (INTEGER, unsure, "number of undecided cases"),
  ROW (INTEGER, broken, "number of cases that do not pass"),
};

const struct fields comparison_fields
    = { "comparison", rows, sizeof rows / sizeof rows[0],
        sizeof (struct comparison_record) };
