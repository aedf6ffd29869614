/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "compare/comparison-record.h"

#define ROW(type, path, help)                                                  \
  {                                                                            \
#path, FIELD_##type, BY_HOST, NULL, NULL, help,                            \
        FIELD_OFFSET(type, comparison_record, path), NULL                      \
  }

static const struct field rows[] = {
  ROW (TEXT, type, "comparison"),
  ROW (TEXT, gkhost, "the version that compared"),
  ROW (TEXT, old.path, "the records before"),
  ROW (TEXT, old.started, "when they were begun, in UTC"),
  ROW (TEXT, old.gkhost, "the version that wrote them"),
  ROW (TEXT, new.path, "the records now"),
  ROW (TEXT, new.started, "when they were begun, in UTC"),
  ROW (TEXT, new.gkhost, "the version that wrote them"),
  ROW (REAL, margin, "how much of a change is none, 0.01 for 1 %"),
  ROW (INTEGER, slower, "how many cases are slower"),
  ROW (INTEGER, faster, "likewise"),
  ROW (INTEGER, same, "likewise"),
  ROW (INTEGER, unsure, "likewise"),
  ROW (INTEGER, broken, "how many do not pass"),
};

const struct fields comparison_fields
    = { "comparison", rows, sizeof rows / sizeof rows[0],
        sizeof (struct comparison_record) };
