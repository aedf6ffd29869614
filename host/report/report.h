/* SPDX-License-Identifier: BSD-3-Clause
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
/* "table, csv, ...", for messages. */
const char *report_formats (void);

#endif
