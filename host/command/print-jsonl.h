/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What `list`, `devices` and --dry-run print for other programs: a line of JSON
 * a thing, whose member "type" says what it is.
 */
#ifndef PRINT_JSONL_H
#define PRINT_JSONL_H

#include <stdbool.h>
#include <stdio.h>

#include "plan/cases.h"
#include "plugin/catalog.h"
#include "record/device-record.h"
#include "record/fields.h"
#include "suite/settings.h"

/* Of a family without one of its own, then all variants of it, or that of this
 * name alone; NULL: all families, and the plugins. */
void print_catalog_jsonl (FILE *out, const struct catalog *catalog,
                          const char *family, const char *variant);
void print_key_jsonl (FILE *out, const struct setting *setting);
void print_field_jsonl (FILE *out, const char *record,
                        const struct field *field);
void print_device_jsonl (FILE *out, const struct device_record *device);
/* As their records will be, without a result. */
void print_cases_jsonl (FILE *out, const struct cases *cases);

#endif /* PRINT_JSONL_H */
