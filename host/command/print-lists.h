/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What `list`, `devices` and --dry-run print: text, or for other programs a
 * line of JSON an object, with a member "type".
 */
#ifndef PRINT_LISTS_H
#define PRINT_LISTS_H

#include <stdbool.h>
#include <stdio.h>

#include "plan/cases.h"
#include "plugin/catalog.h"
#include "record/device-record.h"
#include "suite/settings.h"

/* Prints a family and its variants.  variant: only this variant, without the
 * family.  family NULL: all families and variants, then the plugins. */
void print_catalog_jsonl (FILE *out, const struct catalog *catalog,
                          const char *family, const char *variant);
void print_key_jsonl (FILE *out, const struct setting *setting);
void print_device_jsonl (FILE *out, const struct device_record *device);
/* Prints the cases as records without a result. */
void print_cases_jsonl (FILE *out, const struct cases *cases);

#endif /* PRINT_LISTS_H */
