/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a plugin says of itself that can hardly be meant.  It stops no case, so
 * that only a check tells of it.
 */
#ifndef CHECK_WARNINGS_H
#define CHECK_WARNINGS_H

#include <stdio.h>

#include "plugin/catalog.h"
#include "record/records.h"

/* A warning a line. */
void check_warnings_print (FILE *out, const struct catalog *catalog,
                           const struct plugin_desc *plugin,
                           const struct records *records);

#endif
