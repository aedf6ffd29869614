/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Skips by their reasons.  Those that differ in the name of the plugin only are
 * one reason to a reader: four plugins that are missing are told in one line.
 */
#ifndef SKIPS_H
#define SKIPS_H

#include "report/groups.h"

/* Sets the skips of groups. */
void skips_make (struct groups *groups, const struct records *records);

/* The reason, with the names of all plugins in place of the first's; to be
 * freed. */
char *skip_reason (const struct skip *skip);

#endif
