/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Groups skipped cases by their reasons.  Reasons that differ in the plugin's
 * name alone are one: four missing plugins are one line of the report.
 */
#ifndef SKIPS_H
#define SKIPS_H

#include "report/groups.h"

/* Sets the skips of groups. */
void skips_make (struct groups *groups, const struct records *records);

/* The reason with the names of all plugins instead of the first; the caller
 * frees it. */
char *skip_reason (const struct skip *skip);

#endif
