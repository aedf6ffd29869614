/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The rows of a report that are on standard output as soon as their cases have
 * ended.
 */
#ifndef ROWS_H
#define ROWS_H

#include <stdbool.h>

#include "record/records.h"
#include "report/report.h"

struct rows {
  report_record_fn *print; /* NULL: the report is printed at the end */
  bool failed;             /* complained of once */
};

/* Prints what the format has of a record.  False when it could not be written
 * (complained of once; no further ones are). */
bool rows_add (struct rows *rows, const struct record *record);

#endif
