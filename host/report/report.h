/* SPDX-License-Identifier: BSD-3-Clause
 *
 * report/: reports from records alone: groups, views, formats.
 * Uses: base, device, suite, record.
 *
 * Reports: made from records alone, so that any can be made again later.
 */
#ifndef REPORT_H
#define REPORT_H

#include <stdbool.h>
#include <stdio.h>

#include "record/records.h"

/* "table", "csv", "markdown", "jsonl"; NULL when the name is unknown. */
typedef void report_fn (FILE *out, const struct records *records);
report_fn *report_find (const char *format);
/* Whether other programs read it: no word of ours may stand beside it. */
bool report_is_data (report_fn *report);
/* "table, csv, ...", for messages. */
const char *report_formats (void);

#endif
