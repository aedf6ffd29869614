/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Records and reports of them, as tests write them.
 */
#ifndef SAMPLE_RECORDS_H
#define SAMPLE_RECORDS_H

#include <jansson.h>

#include "record/records.h"

/* Those of a JSON array; to be freed with records_free. */
struct records records_of (const json_t *array);
/* The report in a format; to be freed. */
char *report_text (const char *format, const struct records *records);

#endif
